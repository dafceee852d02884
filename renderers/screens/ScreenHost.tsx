import { type ComponentType, lazy, Suspense, useCallback, useEffect, useState } from "react";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import type { ListKind, ScreenPlan } from "../../runtime/compile/plan.ts";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { AddressBar } from "../../runtime/react/address-bar.ts";
import { type ConsoleServices, RequestError } from "../../runtime/react/services.ts";
import type { Diagnostic } from "../../runtime/schema/diagnostic.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { Button } from "../layouts/Button.tsx";
import { StateFace } from "../layouts/StateFace.tsx";
import { messages } from "../messages.ts";
import type { PageLink } from "../panels/panel-props.ts";
import { DiagnosticsPage } from "./DiagnosticsPage.tsx";
import { knownRenderers } from "./known-renderers.ts";
import { ListScreen, type ListScreenProps } from "./list/ListScreen.tsx";
import { readModels } from "./read-models.ts";
import { ScreenBoundary } from "./ScreenBoundary.tsx";

/** Lists are most of what people open; the other kinds come when the first of them is opened. */
const listScreens: Readonly<Record<ListKind, ComponentType<ListScreenProps>>> = {
  list: ListScreen,
  "tab-list": ListScreen,
  "inner-list": lazy(() =>
    import("./inner-list/InnerListScreen.tsx").then((module) => ({ default: module.InnerListScreen })),
  ),
  "erp-list": lazy(() => import("./erp-list/ErpListScreen.tsx").then((module) => ({ default: module.ErpListScreen }))),
  "tree-list": lazy(() =>
    import("./tree-list/TreeListScreen.tsx").then((module) => ({ default: module.TreeListScreen })),
  ),
};

const DashboardScreen = lazy(() =>
  import("./dashboard/DashboardScreen.tsx").then((module) => ({ default: module.DashboardScreen })),
);
const noPage = () => undefined;

export interface ScreenHostProps {
  /** Document id, for example `store/store-order`. */
  readonly screenId: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly services: ConsoleServices;
  /** Where filters, page and sort are kept; the browser's address when absent. */
  readonly address?: AddressBar;
  /** React pages that documents of kind `page` may name by `component`, for example `dashboard/welcome`. */
  readonly pages?: RegisteredPages;
  /** The person's own page of a document id or address, for shortcuts. */
  readonly findPage?: (idOrPath: string) => PageLink | undefined;
}

/** A page written in React; `params` are the document's own, overridden by those of the address. */
export type RegisteredPages = Readonly<
  Record<string, ComponentType<{ readonly params: Readonly<Record<string, unknown>> }>>
>;

/** What `GET /lowcode/screens/{id}` answers. */
interface ScreenAnswer {
  readonly screen: ScreenDocument | null;
  readonly models: unknown;
  readonly hash: string;
  readonly diagnostics: readonly Diagnostic[];
}

type Loaded =
  | { readonly kind: "loading" }
  | { readonly kind: "page"; readonly component: string; readonly params: Readonly<Record<string, unknown>> }
  | { readonly kind: "ready"; readonly plan: ScreenPlan; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "failed"; readonly error: RequestError };

/**
 * Loads a screen document, compiles it and draws it. A broken document shows what is wrong with it and
 * where; a failure inside stays inside.
 */
export function ScreenHost({ screenId, params, services, address, pages, findPage }: ScreenHostProps) {
  const [loaded, load] = useScreen(screenId, services);
  if (loaded.kind === "loading") return <div className="sc-host" aria-busy="true" />;
  if (loaded.kind === "failed") return <FailedScreen error={loaded.error} services={services} onRetry={load} />;
  if (loaded.kind === "page") {
    const Page = pages?.[loaded.component];
    if (!Page) return <UnknownPage component={loaded.component} services={services} />;
    return (
      <ScreenBoundary key={screenId}>
        <Page params={{ ...loaded.params, ...params }} />
      </ScreenBoundary>
    );
  }
  const { plan, diagnostics } = loaded;
  if (plan.kind === "broken") return <DiagnosticsPage title={plan.title} diagnostics={diagnostics} />;
  if ("panels" in plan) {
    return (
      <ScreenBoundary key={plan.id}>
        <Suspense fallback={<div className="sc-host" aria-busy="true" />}>
          <DashboardScreen plan={plan} services={services} findPage={findPage ?? noPage} />
        </Suspense>
      </ScreenBoundary>
    );
  }
  const Screen = listScreens[plan.kind];
  return (
    <ScreenBoundary key={plan.id}>
      <Suspense fallback={<div className="sc-host" aria-busy="true" />}>
        <Screen plan={plan} services={services} address={address} params={params} />
      </Suspense>
    </ScreenBoundary>
  );
}

function useScreen(screenId: string, services: ConsoleServices): readonly [Loaded, () => void] {
  const [loaded, setLoaded] = useState<Loaded>({ kind: "loading" });
  const [round, setRound] = useState(0);
  useEffect(() => {
    void round;
    const request = new AbortController();
    setLoaded({ kind: "loading" });
    loadScreen(screenId, services, request.signal).then(
      (next) => (request.signal.aborted ? undefined : setLoaded(next)),
      (reason) => {
        if (request.signal.aborted) return;
        const error = reason instanceof RequestError ? reason : new RequestError(String(reason), 0, undefined);
        setLoaded({ kind: "failed", error });
      },
    );
    return () => request.abort();
  }, [screenId, services, round]);
  const load = useCallback(() => setRound((count) => count + 1), []);
  return [loaded, load];
}

async function loadScreen(screenId: string, services: ConsoleServices, signal: AbortSignal): Promise<Loaded> {
  const answer = await services.request<ScreenAnswer>({ method: "GET", url: `/lowcode/screens/${screenId}`, signal });
  const models: ReadonlyMap<string, ResolvedModel> = readModels(answer.models);
  const errors = (answer.diagnostics ?? []).filter((diagnostic) => diagnostic.severity === "error");
  if (!answer.screen) return brokenScreen(screenId, errors);
  if (answer.screen.kind === "page" && answer.screen.component !== undefined) {
    return { kind: "page", component: answer.screen.component, params: answer.screen.params ?? {} };
  }
  const plan = compileScreen({ ...answer.screen, id: answer.screen.id ?? screenId }, models, knownRenderers);
  return { kind: "ready", plan, diagnostics: [...errors, ...plan.diagnostics] };
}

function brokenScreen(id: string, diagnostics: readonly Diagnostic[]): Loaded {
  return {
    kind: "ready",
    plan: { kind: "broken", id, title: id, needs: [], diagnostics, permissions: [] },
    diagnostics,
  };
}

function UnknownPage({ component, services }: { readonly component: string; readonly services: ConsoleServices }) {
  return (
    <div className="sc-card">
      <StateFace kind="noResult" title={messages.states.notFoundTitle} text={messages.states.unknownPage(component)}>
        <Button onClick={() => services.navigate("/")}>{messages.states.backHome}</Button>
      </StateFace>
    </div>
  );
}

interface FailedScreenProps {
  readonly error: RequestError;
  readonly services: ConsoleServices;
  onRetry(): void;
}

function FailedScreen({ error, services, onRetry }: FailedScreenProps) {
  const code = Number(error.envelope?.code);
  const home = <Button onClick={() => services.navigate("/")}>{messages.states.backHome}</Button>;
  if (error.status === 403 || code === 510) {
    return (
      <div className="sc-card">
        <StateFace kind="denied" title={messages.states.deniedTitle} text={error.message}>
          {home}
        </StateFace>
      </div>
    );
  }
  if (error.status === 404 || code === 404) {
    return (
      <div className="sc-card">
        <StateFace kind="noResult" title={messages.states.notFoundTitle} text={messages.states.notFoundText}>
          {home}
        </StateFace>
      </div>
    );
  }
  return (
    <div className="sc-card">
      <StateFace kind="error" title={messages.states.errorTitle} text={error.message}>
        <Button look="primary" onClick={onRetry}>
          {messages.states.retry}
        </Button>
      </StateFace>
    </div>
  );
}
