import { Tag } from "antd";
import { messages } from "../messages/messages.ts";
import type { Priority } from "../stores/announcement.ts";

const colors = { H: "error", M: "warning" } as const;

/** 紧急 or 重要; a general notice carries no tag. */
export function PriorityTag({ priority }: { readonly priority: Priority }) {
  if (priority === "L") return null;
  return (
    <Tag variant="filled" color={colors[priority]}>
      {messages.notices.priority[priority]}
    </Tag>
  );
}
