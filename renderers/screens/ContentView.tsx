import { useContext, useMemo } from "react";
import type { ContentPlan, ViewPlan } from "../../runtime/compile/view-plan.ts";
import { resolveJson } from "../../runtime/expr/template.ts";
import { memoryAddress } from "../../runtime/react/address-bar.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { ListActions } from "../../runtime/react/list-actions.ts";
import type { RowGuard } from "../../runtime/react/list-query.ts";
import type { ListStore, OpenView } from "../../runtime/react/list-store.ts";
import { EmptyState } from "../layouts/EmptyState.tsx";
import { LazyBoundary } from "../layouts/LazyBoundary.tsx";
import { ViewFrame } from "../layouts/ViewFrame.tsx";
import { messages } from "../messages.ts";
import { ContentsContext } from "../registered-contents.ts";
import "./content-view.css";
import { ProgressBar } from "../layouts/ProgressBar.tsx";

const ScreenHost = lazyPart(() => import("./ScreenHost.tsx").then((module) => ({ default: module.ScreenHost })));

interface ContentViewProps {
  readonly store: ListStore;
  readonly actions: ListActions;
  readonly open: OpenView;
  readonly view: ViewPlan;
  readonly content: ContentPlan;
  /** In a card: the row is left only after the content was asked. */
  guard?(unsaved: RowGuard): () => void;
}

/** A frame over a list with another screen in it, or with something written in React. The list is read again after it. */
export function ContentView({ store, actions, open, view, content, guard }: ContentViewProps) {
  const contents = useContext(ContentsContext);
  const { row } = open;
  const [scope] = useMemo(() => [actions.scope(row)], [actions, row]);
  const fixed = useMemo(
    () => resolveJson(content.params, scope) as Readonly<Record<string, unknown>>,
    [content, scope],
  );
  const address = useMemo(() => memoryAddress(), []);
  const title = view.title?.render(scope) ?? store.plan.title;
  const close = () => {
    store.closeView(open.key);
    void store.load();
  };
  const frame = { as: view.as === "inline" ? "modal" : view.as, title, label: title, width: view.width };
  const Content = content.component === undefined ? undefined : contents[content.component];
  if (Content) {
    return <Content params={fixed} services={store.services} frame={frame} onClose={close} {...(guard && { guard })} />;
  }
  return (
    <ViewFrame {...frame} footer={null} onClose={close}>
      {content.screen ? (
        <div className="sc-content-view sc-stack">
          <LazyBoundary fallback={<ProgressBar />}>
            <ScreenHost screenId={content.screen} services={store.services} address={address} fixed={fixed} />
          </LazyBoundary>
        </div>
      ) : (
        <EmptyState
          kind="noResult"
          title={messages.states.notFoundTitle}
          text={messages.states.unknownPage(content.component ?? "")}
        />
      )}
    </ViewFrame>
  );
}
