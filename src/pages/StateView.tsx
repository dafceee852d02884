import type { ReactNode } from "react";
import { Illustration, type IllustrationKind } from "./Illustration.tsx";
import "./state-view.css";

interface StateViewProps {
  readonly kind: IllustrationKind;
  readonly title: string;
  readonly text: string;
  /** Shown as code below the text, for the people who help. */
  readonly detail?: string | undefined;
  /** The next step, as buttons. */
  readonly children?: ReactNode;
}

/** What stands where content cannot: nothing found, not allowed, failed. */
export function StateView({ kind, title, text, detail, children }: StateViewProps) {
  return (
    <section className="state-view">
      <Illustration kind={kind} />
      <h2>{title}</h2>
      <p>{text}</p>
      {detail && <code>{detail}</code>}
      <div className="state-view-actions">{children}</div>
    </section>
  );
}
