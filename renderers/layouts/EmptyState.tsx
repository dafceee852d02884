import { Empty } from "antd";
import type { ReactNode } from "react";
import { RequestNumber } from "./RequestNumber.tsx";
import "./empty-state.css";

export type StateKind = "empty" | "noResult" | "error" | "denied" | "broken" | "success";

interface EmptyStateProps {
  readonly kind: StateKind;
  readonly title: string;
  readonly text: ReactNode;
  /** A short machine-readable line below the text, for those who are asked for help. */
  readonly code?: string | undefined;
  /** The failure that it tells of: its request number is shown. */
  readonly reason?: unknown;
  readonly children?: ReactNode;
}

/** In place of content, in every part of the console: a small drawing, a title, one sentence, the next step. */
export function EmptyState({ kind, title, text, code, reason, children }: EmptyStateProps) {
  return (
    <div className="sc-state sc-nothing" role={kind === "error" ? "alert" : "status"}>
      <Empty
        image={<Drawing kind={kind} />}
        description={
          <>
            <h2>{title}</h2>
            <p>{text}</p>
            {code ? <code className="sc-state-code sc-muted">{code}</code> : null}
            <RequestNumber reason={reason} />
          </>
        }
      >
        {children}
      </Empty>
    </div>
  );
}

const drawings: Record<StateKind, ReactNode> = {
  empty: (
    <>
      <path className="s1" d="M25 42 37 20h46l12 22v28H25z" />
      <path className="s2" d="M25 42h23c0 8 5 12 12 12s12-4 12-12h23" />
    </>
  ),
  noResult: (
    <>
      <circle className="s1" cx="58" cy="40" r="22" />
      <path className="s4" d="M49 40h18" />
      <path className="s2" strokeWidth="5" d="m76 58 12 13" />
    </>
  ),
  error: (
    <>
      <rect className="s1" x="25" y="16" width="70" height="56" rx="4" />
      <path className="s2" d="M25 28h70" />
      <path className="s4" d="m50 44 9 9m0-9-9 9m16-5h14" />
    </>
  ),
  denied: (
    <>
      <path className="s2" d="M47 38V28c0-8 5-14 13-14s13 6 13 14v10" />
      <rect className="s1" x="37" y="38" width="46" height="34" rx="5" />
      <path className="s4" d="M60 52v9" />
    </>
  ),
  broken: (
    <>
      <path className="s1" d="M34 12h36l16 16v46H34z" />
      <path className="s2" d="M70 12v16h16" />
      <path className="s4" d="M60 38v14m0 8v1" />
    </>
  ),
  success: (
    <>
      <circle className="s1" cx="60" cy="42" r="28" />
      <path className="s4" strokeWidth="4" d="m47 43 9 9 17-18" />
    </>
  ),
};

function Drawing({ kind }: { readonly kind: StateKind }) {
  return (
    <svg className="sc-state-drawing" width="120" height="88" viewBox="0 0 120 88" aria-hidden="true">
      <ellipse className="s0" cx="60" cy="78" rx="40" ry="5" />
      {drawings[kind]}
    </svg>
  );
}
