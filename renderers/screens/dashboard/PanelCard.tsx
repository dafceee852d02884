import { Button, Skeleton } from "antd";
import { LazyBoundary } from "../../layouts/LazyBoundary.tsx";
import "../../actions/index.gen.ts";
import { type CSSProperties, useEffect, useState } from "react";
import type { PanelPlan } from "../../../runtime/compile/panel-plan.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { PanelRows } from "../../../runtime/react/panel-rows.ts";
import { keepScope, partMarks } from "../../../runtime/react/part-marks.ts";
import { runActions } from "../../../runtime/react/run-actions.ts";
import { type ConsoleServices, RequestError, textOfReason } from "../../../runtime/react/services.ts";
import { registeredRenderer, reportRenderer } from "../../../runtime/registry/registry.ts";
import { RequestNumber } from "../../layouts/RequestNumber.tsx";
import { messages } from "../../messages.ts";
import { panelMessages } from "../../panels/panel-messages.ts";
import "../../panels/index.gen.ts";
import type { PanelProps } from "../../panels/panel-props.ts";
import { componentOf } from "../../registered-components.ts";
import { ScreenBoundary } from "../ScreenBoundary.tsx";

type Loaded =
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly rows: readonly Row[] }
  | { readonly kind: "failed"; readonly reason: unknown }
  /** 403: the user may not list these rows, so the panel is hidden. */
  | { readonly kind: "denied" };

export interface PanelCardProps extends Omit<PanelProps, "rows" | "onPick" | "may"> {
  readonly source: Pick<PanelRows, "load">;
  /** For what the document wants done when somebody chooses a place of a chart. */
  readonly services: ConsoleServices;
  /** Of 24 columns, as much as is free for it now. */
  /** Columns that it takes, as the variables of the style sheet. */
  readonly widths: CSSProperties;
  /** Whether the panel's rows were refused: another one may take its room. */
  onDenied?(key: string, isDenied: boolean): void;
  onRetry(): void;
}

/** One panel in its card, with a face of its own while it loads, when it is empty and when it fails. */
export function PanelCard({ source, services, widths, onDenied, onRetry, ...shared }: PanelCardProps) {
  const { plan } = shared;
  const { do: actions } = plan.panel;
  const pick = (row: Row) => {
    const scope = () => ({ ...shared.scope, row });
    const host = { ...nothing, services: { ...services, navigate: shared.navigate }, scope };
    // A failed request was told by the console.
    void runActions(actions ?? [], host).catch(() => undefined);
  };
  const loaded = usePanel(source, plan);
  const isDenied = loaded.kind === "denied";
  useEffect(() => onDenied?.(plan.key, isDenied), [onDenied, plan.key, isDenied]);
  if (loaded.kind === "denied") return null;
  return (
    <section
      {...partMarks(plan)}
      ref={keepScope(() => shared.scope)}
      className={
        greets(plan)
          ? "sc-panel sc-inset sc-stack sc-panel-greeting"
          : `sc-card sc-panel sc-inset sc-stack sc-panel-${plan.panel.type}`
      }
      data-compares={plan.compare !== undefined || undefined}
      aria-label={plan.title}
      aria-busy={loaded.kind === "loading"}
      style={{ ...widths, "--sc-height": plan.height && `${plan.height}px` } as CSSProperties}
    >
      {plan.title ? <h3>{plan.title}</h3> : null}
      <PanelBody
        {...shared}
        may={(code) => services.hasPermission(code)}
        onPick={actions ? pick : undefined}
        loaded={loaded}
        onRetry={onRetry}
      />
    </section>
  );
}

/** What a panel's place does not have: it stands in no view and over no list. */
const nothing = {
  open: () => undefined,
  close: () => undefined,
  reload: async () => undefined,
  transition: async () => undefined,
};

/** Words above the page need no card around them. */
function greets({ panel, text }: PanelPlan): boolean {
  return panel.type === "my-tasks" && text !== undefined;
}

function PanelBody({
  loaded,
  onRetry,
  ...shared
}: Omit<PanelProps, "rows"> & { readonly loaded: Exclude<Loaded, { kind: "denied" }>; onRetry(): void }) {
  const { plan } = shared;
  const Component = componentOf<PanelProps>("panel", plan.panel.type);
  if (!Component) return null;
  if (loaded.kind === "loading") return <PanelSkeleton />;
  if (loaded.kind === "failed") {
    return (
      <p className="sc-panel-note sc-muted" role="alert">
        {textOfReason(loaded.reason)}{" "}
        <Button type="link" onClick={onRetry}>
          {messages.states.retry}
        </Button>{" "}
        <RequestNumber reason={loaded.reason} />
      </p>
    );
  }
  if (!isRowless(plan) && loaded.rows.length === 0)
    return <p className="sc-panel-note sc-muted">{panelMessages.empty}</p>;
  return (
    <ScreenBoundary onFailed={(reason) => reportRenderer("panel", plan.panel.type, "failed while drawing", reason)}>
      <LazyBoundary fallback={<PanelSkeleton />}>
        <Component {...shared} rows={loaded.rows} />
      </LazyBoundary>
    </ScreenBoundary>
  );
}

/** A figure of nothing is empty only where its rows were asked for. */
const isRowless = ({ panel }: PanelPlan) => registeredRenderer("panel", panel.type)?.rowless === true;

function PanelSkeleton() {
  return (
    <div className="sc-panel-wait sc-bones" role="status" aria-label={messages.states.loading}>
      <Skeleton title={false} paragraph={{ rows: 2 }} />
    </div>
  );
}

/** What was shown stays while it is read again. */
function usePanel(source: Pick<PanelRows, "load">, plan: PanelPlan): Loaded {
  const [loaded, setLoaded] = useState<Loaded>(
    plan.source || plan.tasks.length > 0 || !isRowless(plan) ? { kind: "loading" } : { kind: "ready", rows: [] },
  );
  useEffect(() => {
    let isCurrent = true;
    source.load(plan).then(
      (rows) => (isCurrent ? setLoaded({ kind: "ready", rows }) : undefined),
      (reason) => {
        if (isCurrent) setLoaded(failureOf(reason));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [source, plan]);
  return loaded;
}

function failureOf(reason: unknown): Loaded {
  const isDenied = reason instanceof RequestError && reason.status === 403;
  return isDenied ? { kind: "denied" } : { kind: "failed", reason };
}
