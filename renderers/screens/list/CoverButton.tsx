import AppstoreOutlined from "@ant-design/icons/AppstoreOutlined";
import UnorderedListOutlined from "@ant-design/icons/UnorderedListOutlined";
import { IconButton } from "../../layouts/IconButton.tsx";
import { messages } from "../../messages.ts";

interface CoverButtonProps {
  readonly as: "table" | "cards";
  onAs(as: "table" | "cards"): void;
}

/** From the table to the pictures and back. */
export function CoverButton({ as, onAs }: CoverButtonProps) {
  return as === "cards" ? (
    <IconButton
      label={messages.list.asTable}
      icon={<UnorderedListOutlined aria-hidden="true" />}
      onClick={() => onAs("table")}
    />
  ) : (
    <IconButton
      label={messages.list.asCards}
      icon={<AppstoreOutlined aria-hidden="true" />}
      onClick={() => onAs("cards")}
    />
  );
}
