import { loginPath } from "../router/guard.ts";
import { Icon } from "../ui/Icon.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { loginIcons } from "./login-icons.ts";

interface DoneViewProps {
  readonly title: string;
  readonly text: string;
  readonly next: string;
  /** Filled in on the sign-in page. */
  readonly username: string;
}

/** The end of registering and of setting a new password: what is done, and the way to the sign-in page. */
export function DoneView({ title, text, next, username }: DoneViewProps) {
  return (
    <div className="login-done" role="status">
      <Icon shape={loginIcons.done} size={48} />
      <h2 className="login-title">{title}</h2>
      <p className="login-lead">{text}</p>
      <LinkButton block type="primary" autoFocus to={loginPath} state={{ username }}>
        {next}
      </LinkButton>
    </div>
  );
}
