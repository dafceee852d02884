import type { Diagnostic } from "../../runtime/schema/diagnostic.ts";
import { EmptyState } from "../layouts/EmptyState.tsx";
import { messages } from "../messages.ts";
import "./diagnostics.css";

interface DiagnosticsPageProps {
  readonly title: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** What is wrong with a document: file, place, reason and the nearest right word, one line each. */
export function DiagnosticsPage({ title, diagnostics }: DiagnosticsPageProps) {
  return (
    <section className="sc-card sc-diagnostics" aria-label={title}>
      <EmptyState kind="broken" title={messages.states.brokenTitle} text={messages.states.brokenText} />
      <ul className="sc-ruled">
        {diagnostics.map((diagnostic) => (
          <li className="sc-boxes" key={`${diagnostic.file}${diagnostic.path}${diagnostic.code}${diagnostic.message}`}>
            <code className="sc-muted">
              {messages.states.place(diagnostic.file, diagnostic.line, diagnostic.column)} {diagnostic.path}
            </code>
            <span>
              {diagnostic.code} {diagnostic.message}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
