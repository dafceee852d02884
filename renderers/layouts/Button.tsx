import type { ButtonHTMLAttributes, ReactNode } from "react";
import "./button.css";

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "type"> {
  readonly look?: "primary" | "default" | "link";
  readonly danger?: boolean;
  readonly large?: boolean;
  /** Its action runs: inert, with a turning mark after 300 ms. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
  readonly submit?: boolean;
}

/** A button as antd draws it, in plain markup: a list page opens without antd. */
export function Button({
  look = "default",
  danger,
  large,
  busy,
  icon,
  submit,
  children,
  className,
  ...rest
}: ButtonProps) {
  const classes = [
    "sc-btn",
    `sc-btn-${look}`,
    danger ? "sc-btn-danger" : "",
    large ? "sc-btn-large" : "",
    className ?? "",
  ];
  return (
    <button
      {...rest}
      type={submit ? "submit" : "button"}
      className={classes.filter(Boolean).join(" ")}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
    >
      {busy ? <span className="sc-btn-turning" aria-hidden="true" /> : icon}
      {children ? <span>{children}</span> : null}
    </button>
  );
}
