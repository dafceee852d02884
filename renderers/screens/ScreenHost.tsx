import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import type { ListPlan, PanelsPlan, ScreenPlan } from "../../runtime/compile/plan.ts";
import { translateDocument } from "../../runtime/language/document-texts.ts";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { SavedQuery } from "../../runtime/query/saved-query.ts";
import type { AddressBar } from "../../runtime/react/address-bar.ts";
import { withGiven } from "../../runtime/react/given-conditions.ts";
import { lazyPart, loadPart } from "../../runtime/react/lazy-part.ts";
import { type ConsoleServices, RequestError } from "../../runtime/react/services.ts";
import { reportRenderer } from "../../runtime/registry/registry.ts";
import type { Diagnostic } from "../../runtime/schema/diagnostic.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { ModelsProvider } from "../form/models-context.ts";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { useLoad } from "../layouts/use-load.ts";
import type { PageLink } from "../panels/panel-props.ts";
import { componentOf } from "../registered-components.ts";
import { DiagnosticsPage } from "./DiagnosticsPage.tsx";
import { FailedScreen, UnknownPage } from "./FailedScreen.tsx";
import type { Finding } from "./FindingsOverlay.tsx";
import { knownRenderers } from "./known-renderers.ts";
import type { ListScreenProps } from "./list/ListScreen.tsx";
import { readModels } from "./read-models.ts";
import { ScreenBoundary } from "./ScreenBoundary.tsx";
import "./index.gen.ts";

/** Development only. */
const FindingsOverlay = lazyPart(() =>
  import("./FindingsOverlay.tsx").then((module) => ({ default: module.FindingsOverlay })),
);
const noPage = () => undefined;

/** Props of every kind of page. A page of panels has a plan of its own and neither address nor conditions. */
interface ScreenProps extends Omit<ListScreenProps, "plan"> {
  readonly plan: ListPlan | PanelsPlan;
  findPage(idOrPath: string): PageLink | undefined;
}

export interface ScreenHostProps {
  /** Document id, for example `store/store-order`. */
  readonly screenId: string;
  /** What the menu calls the page, where that is no document id: said when there is no such page. */
  readonly component?: string | undefined;
  /** The document itself, when it was made here and the server keeps none. */
  readonly document?: ScreenDocument | undefined;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Conditions of a list that nobody on it changes: what it was opened for. */
  readonly fixed?: Readonly<Record<string, unknown>> | undefined;
  /** Parameters of the address that a list takes as conditions. */
  readonly given?: Readonly<Record<string, unknown>> | undefined;
  readonly services: ConsoleServices;
  /** Where filters, page and sort are kept; the browser's address when absent. */
  readonly address?: AddressBar;
  /** React pages that documents of kind `page` may name by `component`, for example `dashboard/welcome`. */
  readonly pages?: RegisteredPages;
  /** Hears what the page is called, once it is known. */
  readonly onTitle?: ((title: string) => void) | undefined;
  /** The person's own page of a document id or address, for shortcuts. */
  readonly findPage?: (idOrPath: string) => PageLink | undefined;
}

interface RegisteredPageProps {
  /** The document's own, overridden by those of the address. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly services: ConsoleServices;
}

/** Pages written in React. */
export type RegisteredPages = Readonly<Record<string, ComponentType<RegisteredPageProps>>>;

/** What `GET /lowcode/screens/{id}` answers. */
interface ScreenAnswer {
  readonly screen: ScreenDocument | null;
  readonly models: unknown;
  readonly hash: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly defaultQuery?: SavedQuery;
  /** Development: what is wrong with the page and with what it is made of. */
  readonly findings?: readonly Finding[];
  /** Codes that this person holds on this page beside those of the menu. */
  readonly granted?: readonly string[];
}

type Loaded =
  | { readonly kind: "loading" }
  | { readonly kind: "page"; readonly component: string; readonly params: Readonly<Record<string, unknown>> }
  | {
      readonly kind: "ready";
      readonly plan: ScreenPlan;
      readonly diagnostics: readonly Diagnostic[];
      readonly defaultQuery?: SavedQuery | undefined;
      readonly granted?: readonly string[] | undefined;
      readonly findings?: readonly Finding[] | undefined;
    }
  | { readonly kind: "failed"; readonly error: RequestError };

type Ready = Extract<Loaded, { readonly kind: "ready" }>;

const never = () => () => undefined;

/**
 * Loads a screen document, compiles it and draws it. A broken document shows what is wrong with it and
 * where; a failure inside stays inside.
 */
export function ScreenHost(props: ScreenHostProps) {
  const [answered, load] = useScreen(props.screenId, props.services, props.document);
  const findings = answered.kind === "ready" ? answered.findings : undefined;
  return (
    <>
      <LoadedScreen {...props} answered={answered} load={load} />
      {findings?.length ? (
        <LazyBoundary>
          <FindingsOverlay findings={findings} services={props.services} />
        </LazyBoundary>
      ) : null}
    </>
  );
}

interface LoadedScreenProps extends ScreenHostProps {
  readonly answered: Loaded;
  load(): void;
}

function LoadedScreen({ answered, load, ...props }: LoadedScreenProps) {
  const { screenId, params, address, pages, findPage = noPage } = props;
  const services = useGranted(props.services, answered);
  const loaded = useGiven(answered, props.given);
  const { fixed } = props;
  const title = answered.kind === "ready" ? answered.plan.title : undefined;
  const { onTitle } = props;
  useEffect(() => {
    if (title !== undefined) onTitle?.(title);
  }, [title, onTitle]);
  if (loaded.kind === "loading") return <div className="sc-host" aria-busy="true" />;
  if (loaded.kind === "failed") {
    return (
      <FailedScreen
        error={loaded.error}
        component={props.component}
        services={services}
        findPage={findPage}
        onRetry={load}
      />
    );
  }
  if (loaded.kind === "page") {
    const Page = pages?.[loaded.component];
    if (!Page) return <UnknownPage component={loaded.component} services={services} />;
    return (
      <ScreenBoundary key={screenId}>
        <Page params={{ ...loaded.params, ...params }} services={services} />
      </ScreenBoundary>
    );
  }
  const { plan, diagnostics, defaultQuery } = loaded;
  if (plan.kind === "broken") return <DiagnosticsPage title={plan.title} diagnostics={diagnostics} />;
  const Screen = componentOf<ScreenProps>("screen", plan.kind);
  if (!Screen) return <UnknownPage component={plan.kind} services={services} />;
  const failed = (reason: unknown) => reportRenderer("screen", plan.kind, "failed while drawing", reason);
  return (
    <ScreenBoundary key={plan.id} onFailed={failed}>
      <LazyBoundary fallback={<div className="sc-host" aria-busy="true" />}>
        <ModelsProvider value={plan.models}>
          <Screen
            plan={plan}
            services={services}
            address={address}
            params={params}
            fixed={fixed}
            defaultQuery={defaultQuery}
            findPage={findPage}
          />
        </ModelsProvider>
      </LazyBoundary>
    </ScreenBoundary>
  );
}

function useScreen(
  screenId: string,
  services: ConsoleServices,
  document: ScreenDocument | undefined,
): readonly [Loaded, () => void] {
  const [loaded, setLoaded] = useState<Loaded>({ kind: "loading" });
  const [round, setRound] = useState(0);
  const news = useSyncExternalStore(services.documents?.subscribe ?? never, () => services.documents?.round ?? 0);
  const shown = useRef<{ readonly of: readonly unknown[]; readonly text: string }>(undefined);
  useLoad(
    (signal) => {
      const of = [screenId, services, document, round];
      const last = shown.current;
      // A document that changed takes the place of the one in sight; an equal one changes nothing.
      const isSame = last?.of.every((part, index) => part === of[index]) ?? false;
      if (!isSame) setLoaded({ kind: "loading" });
      return loadScreen(screenId, services, document, signal, (text) => {
        const isKnown = isSame && last?.text === text;
        if (!signal.aborted) shown.current = { of, text };
        return isKnown;
      }).then(
        (next) => (signal.aborted || next === undefined ? undefined : setLoaded(next)),
        (reason) => {
          if (signal.aborted) return;
          const error = reason instanceof RequestError ? reason : new RequestError(String(reason), 0, undefined);
          setLoaded({ kind: "failed", error });
        },
      );
    },
    [screenId, services, document, round, news],
  );
  const load = useCallback(() => setRound((count) => count + 1), []);
  return [loaded, load];
}

async function loadScreen(
  screenId: string,
  services: ConsoleServices,
  document: ScreenDocument | undefined,
  signal: AbortSignal,
  isKnown: (text: string) => boolean,
): Promise<Loaded | undefined> {
  if (document) return compiled(translateDocument(document), new Map(), [], services, signal);
  const wire = await services.request<ScreenAnswer>({ method: "GET", url: `/lowcode/screens/${screenId}`, signal });
  const { hash: _hash, ...content } = wire ?? {};
  if (isKnown(JSON.stringify(content))) return undefined;
  const answer = translateDocument(wire);
  const models: ReadonlyMap<string, ResolvedModel> = readModels(answer.models);
  const errors = (answer.diagnostics ?? []).filter((diagnostic) => diagnostic.severity === "error");
  const { findings } = answer;
  if (!answer.screen) return { ...brokenScreen(screenId, errors), findings };
  if (answer.screen.kind === "page" && answer.screen.component !== undefined) {
    return { kind: "page", component: answer.screen.component, params: answer.screen.params ?? {} };
  }
  const loaded = await compiled(
    { ...answer.screen, id: answer.screen.id ?? screenId },
    models,
    errors,
    services,
    signal,
  );
  return { ...loaded, defaultQuery: answer.defaultQuery, granted: answer.granted, findings };
}

/** The console's services, with the rights that came with the page. */
function useGranted(services: ConsoleServices, loaded: Loaded): ConsoleServices {
  const granted = loaded.kind === "ready" ? loaded.granted : undefined;
  return useMemo(() => {
    if (!granted) return services;
    const held = new Set(granted);
    const hasPermission = (code: string) => held.has(code) || services.hasPermission(code);
    return Object.create(services, { hasPermission: { value: hasPermission } }) as ConsoleServices;
  }, [services, granted]);
}

/** The plan with what the address asks of the list. */
function useGiven(loaded: Loaded, given: ScreenHostProps["given"]): Loaded {
  const key = JSON.stringify(given ?? {});
  return useMemo(() => {
    if (loaded.kind !== "ready" || !("query" in loaded.plan)) return loaded;
    const { plan } = loaded as Ready & { readonly plan: ListPlan };
    const filled = withGiven(plan, JSON.parse(key), (items) => {
      const screen = { schemaVersion: 1, kind: "list", model: plan.model.id, query: { items } };
      const made = compileScreen(screen as ScreenDocument, plan.models, knownRenderers);
      return "query" in made ? made.query.items : [];
    });
    return filled === plan ? loaded : { ...loaded, plan: filled };
  }, [loaded, key]);
}

async function compiled(
  screen: ScreenDocument,
  models: ReadonlyMap<string, ResolvedModel>,
  errors: readonly Diagnostic[],
  services: ConsoleServices,
  signal: AbortSignal,
): Promise<Ready> {
  const isReport = screen.kind === "report" && screen.source.type === "cgreport";
  const reports = isReport ? await loadPart(() => import("./report/load-report.ts")) : undefined;
  const online = isReport ? await reports?.loadReport(screen, services, signal) : undefined;
  const known = online ? new Map([...models, [online.report.model.id, online.report.model]]) : models;
  const plan = compileScreen(online?.screen ?? screen, known, knownRenderers);
  const whole = reports && online && plan.kind === "report" ? reports.completePlan(plan, online.report) : plan;
  return { kind: "ready", plan: whole, diagnostics: [...errors, ...plan.diagnostics] };
}

function brokenScreen(id: string, diagnostics: readonly Diagnostic[]): Ready {
  return {
    kind: "ready",
    plan: { kind: "broken", id, title: id, needs: [], diagnostics, permissions: [] },
    diagnostics,
  };
}
