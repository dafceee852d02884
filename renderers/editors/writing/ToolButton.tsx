import { Button } from "antd";
import type { Tool } from "./WritingBar.tsx";

/** A button that leaves the selected words selected. */
export function ToolButton({ tool, disabled }: { readonly tool: Tool; readonly disabled: boolean }) {
  const { name, icon, isOn, isClosed = false, press } = tool;
  return (
    <Button
      size="small"
      color={isOn ? "primary" : "default"}
      variant={isOn ? "filled" : "text"}
      icon={icon}
      title={name}
      aria-label={name}
      aria-pressed={isOn}
      disabled={disabled || isClosed}
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
    />
  );
}
