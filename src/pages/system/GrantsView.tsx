import { Button, Tabs } from "antd";
import { useEffect, useMemo, useRef, useState } from "react";
import { EmptyState } from "../../../renderers/layouts/EmptyState.tsx";
import { useEvent } from "../../../renderers/layouts/use-event.ts";
import { useLoad } from "../../../renderers/layouts/use-load.ts";
import { ViewFrame } from "../../../renderers/layouts/ViewFrame.tsx";
import type { ContentProps } from "../../../renderers/registered-contents.ts";
import { RequestError, textOfReason } from "../../../runtime/react/services.ts";
import { administrationMessages } from "../../messages/administration.ts";
import { messages } from "../../messages/messages.ts";
import { GrantHome } from "./GrantHome.tsx";
import { GrantRows } from "./GrantRows.tsx";
import { GrantRules } from "./GrantRules.tsx";
import { type GrantKind, type GrantOwner, loadGrants, saveGrants } from "./grant-calls.ts";
import { GrantDraft } from "./grant-draft.ts";
import { GrantTree } from "./grant-set.ts";
import { useCloseWithTicks } from "./use-close-with-ticks.ts";
import "./grants.css";

const { grants } = administrationMessages;

interface Loaded {
  readonly tree: GrantTree;
  readonly draft: GrantDraft;
}

type Part = "menus" | "rules" | "home";

/** Reads grants again that another open view of the same owner has saved. */
const readers = new Set<(saved: GrantOwner) => void>();

/**
 * Menus, buttons, data rules and, for a role, the home page: chosen in three tabs, saved with one call. With `part` one of
 * them stands by itself, as a tab of a card.
 */
export function GrantsView({ params, services, frame, onClose, guard }: ContentProps) {
  const { kind, id, departId } = params;
  const isPart = frame.as === "part";
  const owner = useMemo<GrantOwner>(
    () => ({ kind: kind as GrantKind, id: String(id), departId: String(departId ?? "") }),
    [kind, id, departId],
  );
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined);
  const [part, setPart] = useState<Part>(params.part === "rules" ? "rules" : "menus");
  const body = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const [round, setRound] = useState(0);
  useLoad(
    async (signal) => {
      setProblem(undefined);
      try {
        const answer = await loadGrants(services, owner, signal);
        if (!signal.aborted) setLoaded({ tree: new GrantTree(answer.nodes), draft: new GrantDraft(answer.sheet) });
      } catch (reason) {
        if (!signal.aborted) setProblem(reason);
      }
      if (!signal.aborted) setSaving(false);
    },
    [owner, round],
  );

  const tree = loaded?.tree;
  const draft = loaded?.draft;
  const { added, removed, isHomeNew } = draft?.difference ?? { added: 0, removed: 0, isHomeNew: false };
  const isDirty = draft?.isDirty === true;
  const setDraft = (next: GrantDraft) => setLoaded((current) => current && { ...current, draft: next });
  /** The tab of the rules, at those of one menu. */
  const goToRules = (menu: string) => {
    setPart("rules");
    requestAnimationFrame(() => {
      const rules = [...(body.current?.querySelectorAll<HTMLElement>("[data-menu]") ?? [])];
      const own = rules.find((one) => one.dataset.menu === menu);
      own?.scrollIntoView({ block: "center" });
      own?.querySelector("input")?.focus();
    });
  };
  const { close, mayLeave } = useCloseWithTicks(services, isDirty, onClose);
  const guarded = useEvent(() => guard?.({ isDirty, mayLeave }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked changes with what is ticked
  useEffect(() => guarded(), [guarded, isDirty]);
  const reread = useEvent((saved: GrantOwner) => {
    if (saved !== owner && saved.kind === owner.kind && saved.id === owner.id && !isDirty) {
      setRound((count) => count + 1);
    }
  });
  useEffect(() => {
    readers.add(reread);
    return () => void readers.delete(reread);
  }, [reread]);
  const save = async (thenClose: boolean) => {
    if (!draft || isSaving) return;
    setSaving(true);
    try {
      await saveGrants(services, owner, draft.toWire());
      services.notify("success", grants.saved);
      for (const read of readers) read(owner);
      if (thenClose) return onClose();
      // What is ticked before the saved state has come would be lost: the saving ends with it.
      setRound((count) => count + 1);
    } catch (reason) {
      setSaving(false);
      if (!(reason instanceof RequestError)) throw reason;
      services.notify("error", reason.message, reason);
    }
  };
  const hint =
    owner.kind === "depart" ? (
      <p className="sc-hint" style={{ margin: 0, paddingTop: isPart ? 0 : 12 }}>
        {grants.departText}
      </p>
    ) : null;
  return (
    <ViewFrame
      {...frame}
      title={
        <span className="grants-title">
          {grants.title} <small>{frame.title}</small>
        </span>
      }
      label={`${grants.title} ${frame.title}`}
      onClose={() => void close()}
      footer={
        <div className="sc-frame-foot sc-line sc-wrap">
          <span className="sc-grow sc-quiet" role="status">
            {grants.granted} <b>{draft?.granted.size ?? 0}</b> / {tree?.size ?? 0} {grants.items}
            {added > 0 ? <span style={{ color: "var(--link)" }}>{grants.added(added)}</span> : null}
            {removed > 0 ? <span className="sc-bad">{grants.removed(removed)}</span> : null}
            {isHomeNew ? <span style={{ color: "var(--link)" }}>{grants.homeChanged}</span> : null}
          </span>
          {isPart ? (
            <Button disabled={!isDirty} onClick={() => draft && setDraft(draft.stored)}>
              {grants.reset}
            </Button>
          ) : (
            <Button onClick={() => void close()}>{messages.common.cancel}</Button>
          )}
          <Button
            type={isPart ? "primary" : "default"}
            disabled={!isDirty}
            loading={isSaving}
            onClick={() => void save(false)}
          >
            {grants.save}
          </Button>
          {isPart ? null : (
            <Button type="primary" disabled={!isDirty} loading={isSaving} onClick={() => void save(true)}>
              {grants.saveAndClose}
            </Button>
          )}
        </div>
      }
    >
      {problem ? (
        <EmptyState kind="error" title={messages.state.errorTitle} text={textOfReason(problem)} reason={problem}>
          <Button type="primary" onClick={() => setRound((count) => count + 1)}>
            {messages.state.reload}
          </Button>
        </EmptyState>
      ) : null}
      {tree && draft && !problem ? (
        <div ref={body} inert={isSaving}>
          <Tabs
            className="grants-tabs"
            {...(params.part === undefined ? {} : { renderTabBar: () => <></>, style: { marginTop: 0 } })}
            activeKey={part}
            onChange={(key) => setPart(key as Part)}
            items={[
              {
                key: "menus",
                label: grants.tabs.menus,
                children: (
                  <>
                    {hint}
                    <GrantRows
                      tree={tree}
                      draft={draft}
                      onChange={setDraft}
                      {...(params.part === undefined && { onRules: goToRules })}
                    />
                  </>
                ),
              },
              {
                key: "rules",
                label: grants.tabs.rules(draft.chosenCount(tree.keys)),
                children: (
                  <>
                    {hint}
                    <GrantRules tree={tree} draft={draft} onChange={setDraft} />
                  </>
                ),
              },
              ...(owner.kind === "role"
                ? [
                    {
                      key: "home",
                      label: grants.tabs.home,
                      children: <GrantHome tree={tree} draft={draft} onChange={setDraft} />,
                    },
                  ]
                : []),
            ]}
          />
        </div>
      ) : null}
    </ViewFrame>
  );
}
