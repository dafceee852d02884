import { Button, type ButtonProps } from "antd";

interface IconButtonProps extends Omit<ButtonProps, "aria-label" | "children" | "title" | "type"> {
  readonly label: string;
}

/** A quiet button of one icon; hovering tells its name. */
export function IconButton({ label, ...props }: IconButtonProps) {
  return <Button {...props} type="text" aria-label={label} title={label} />;
}
