import { Result } from "antd";
import { loginPath } from "../router/guard.ts";
import { LinkButton } from "../router/LinkButton.tsx";

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
    <div role="status">
      <Result
        status="success"
        title={<h2>{title}</h2>}
        subTitle={text}
        extra={
          <LinkButton block type="primary" autoFocus to={loginPath} state={{ username }}>
            {next}
          </LinkButton>
        }
      />
    </div>
  );
}
