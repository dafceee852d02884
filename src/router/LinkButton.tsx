import { Button, type ButtonProps } from "antd";
import { useHref, useLinkClickHandler } from "react-router-dom";

interface LinkButtonProps extends Omit<ButtonProps, "href" | "onClick"> {
  readonly to: string;
  /** Goes with the navigation, not into the address. */
  readonly state?: unknown;
}

/** A link within the console that looks like a button. */
export function LinkButton({ to, state, ...look }: LinkButtonProps) {
  const follow = useLinkClickHandler<HTMLElement>(to, { state });
  return <Button {...look} href={useHref(to)} onClick={follow as ButtonProps["onClick"]} />;
}
