import { Button, Drawer, Tag } from "antd";
import { useState } from "react";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { Diagnostic } from "../../runtime/schema/diagnostic.ts";
import { findingsMessages as texts } from "./findings-messages.ts";
import "./diagnostics.css";

/** A finding, with its file on this machine where the server tells it. */
export interface Finding extends Diagnostic {
  readonly place?: string;
}

interface FindingsOverlayProps {
  readonly findings: readonly Finding[];
  readonly services: Pick<ConsoleServices, "notify">;
}

/**
 * Development: what is wrong with the page in sight and with what it is made of, the root cause first. The page below
 * stays usable; the list goes with the last finding, or until the next change when it is closed.
 */
export function FindingsOverlay({ findings, services }: FindingsOverlayProps) {
  const [closed, setClosed] = useState<readonly Finding[]>();
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return (
    <Drawer
      open={closed !== findings}
      onClose={() => setClosed(findings)}
      placement="bottom"
      size={Math.min(320, 96 + findings.length * 64)}
      mask={false}
      autoFocus={false}
      title={texts.title(errors, findings.length - errors)}
      extra={<span className="sc-hint">{texts.hint}</span>}
    >
      <ul className="sc-diagnostics sc-ruled">
        {findings.map((finding) => (
          <li className="sc-boxes" key={`${finding.file}${finding.path}${finding.code}${finding.message}`}>
            <FindingPlace finding={finding} services={services} />
            <span>
              {finding.code} {finding.message}
            </span>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}

/** `file:line:column`; a press opens the editor there, or copies it where none is connected. */
function FindingPlace({ finding, services }: { readonly finding: Finding } & Pick<FindingsOverlayProps, "services">) {
  const { file, line, column, severity } = finding;
  const place = `${file}:${line}:${column}`;
  const open = async () => {
    const whole = `${finding.place ?? file}:${line}:${column}`;
    if (await openInEditor(whole)) return services.notify("info", texts.opened);
    const isCopied = await navigator.clipboard.writeText(whole).then(
      () => true,
      () => false,
    );
    services.notify("info", isCopied ? texts.copied(whole) : texts.notOpened(whole));
  };
  return (
    <span className="sc-line">
      <Tag color={severity}>{texts[severity]}</Tag>
      <Button type="link" size="small" aria-label={texts.open(place)} onClick={() => void open()}>
        <code>{place}</code>
      </Button>
    </span>
  );
}

/** Vite's own endpoint; whoever serves the page without Vite has no editor to open. */
async function openInEditor(place: string): Promise<boolean> {
  if (!import.meta.env.DEV) return false;
  const answer = await fetch(`/__open-in-editor?file=${encodeURIComponent(place)}`).catch(() => undefined);
  return answer?.ok ?? false;
}
