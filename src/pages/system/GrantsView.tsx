import { Button } from "antd";
import { useEffect, useMemo, useState } from "react";
import { EmptyState } from "../../../renderers/layouts/EmptyState.tsx";
import { ViewFrame } from "../../../renderers/layouts/ViewFrame.tsx";
import type { ContentProps } from "../../../renderers/screens/registered-contents.ts";
import { RequestError, textOfReason } from "../../../runtime/react/services.ts";
import { messages } from "../../messages/messages.ts";
import { GrantRows } from "./GrantRows.tsx";
import { type GrantKind, type GrantOwner, loadGrants, saveGrants } from "./grant-calls.ts";
import { GrantTree } from "./grant-set.ts";
import "./grants.css";

const { grants } = messages;

interface Loaded {
  readonly tree: GrantTree;
  /** As it is stored. */
  readonly last: ReadonlySet<string>;
}

/** Menus, buttons and data rules of a role, a department or a department role. */
export function GrantsView({ params, services, frame, onClose }: ContentProps) {
  const { kind, id, departId } = params;
  const owner = useMemo<GrantOwner>(
    () => ({ kind: kind as GrantKind, id: String(id), departId: String(departId ?? "") }),
    [kind, id, departId],
  );
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined);
  const [granted, setGranted] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    void round;
    const request = new AbortController();
    setProblem(undefined);
    loadGrants(services, owner, request.signal).then(
      (answer) => {
        if (request.signal.aborted) return;
        setLoaded({ tree: new GrantTree(answer.nodes), last: answer.granted });
        setGranted(answer.granted);
      },
      (reason) => {
        if (request.signal.aborted) return;
        setProblem(reason);
      },
    );
    return () => request.abort();
  }, [services, owner, round]);

  const last = loaded?.last ?? new Set<string>();
  const added = [...granted].filter((key) => !last.has(key)).length;
  const removed = [...last].filter((key) => !granted.has(key)).length;
  const isDirty = added + removed > 0;
  const close = async () => {
    const question = { title: grants.leaveTitle, content: grants.leaveText, danger: true, okText: grants.leaveTitle };
    if (isDirty && !(await services.confirm(question))) return;
    onClose();
  };
  const save = async (thenClose: boolean) => {
    setSaving(true);
    try {
      await saveGrants(services, owner, granted, last);
      services.notify("success", grants.saved);
      if (thenClose) return onClose();
      setRound((count) => count + 1);
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      services.notify("error", reason.message, reason);
    } finally {
      setSaving(false);
    }
  };
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
        <div className="sc-frame-foot">
          <span className="sc-grow grants-sum" role="status">
            {grants.granted} <b>{granted.size}</b> / {loaded?.tree.size ?? 0} {grants.items}
            {added > 0 ? <span className="grants-added">{grants.added(added)}</span> : null}
            {removed > 0 ? <span className="grants-removed">{grants.removed(removed)}</span> : null}
          </span>
          <Button onClick={() => void close()}>{messages.common.cancel}</Button>
          <Button disabled={!isDirty} loading={isSaving} onClick={() => void save(false)}>
            {grants.save}
          </Button>
          <Button type="primary" disabled={!isDirty} loading={isSaving} onClick={() => void save(true)}>
            {grants.saveAndClose}
          </Button>
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
      {loaded && !problem ? (
        <GrantRows
          tree={loaded.tree}
          granted={granted}
          stored={loaded.last}
          owner={owner}
          services={services}
          onChange={setGranted}
        />
      ) : null}
    </ViewFrame>
  );
}
