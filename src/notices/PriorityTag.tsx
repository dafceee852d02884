import { messages } from "../messages/messages.ts";
import type { Priority } from "./announcement.ts";

/** 紧急 or 重要; a general notice carries no tag. */
export function PriorityTag({ priority }: { readonly priority: Priority }) {
  if (priority === "L") return null;
  return (
    <span className="notice-tag" data-priority={priority}>
      {messages.notices.priority[priority]}
    </span>
  );
}
