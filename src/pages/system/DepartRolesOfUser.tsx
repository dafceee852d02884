import { Button, Checkbox } from "antd";
import { useState } from "react";
import { EmptyState } from "../../../renderers/layouts/EmptyState.tsx";
import { useLoad } from "../../../renderers/layouts/use-load.ts";
import { ViewFrame } from "../../../renderers/layouts/ViewFrame.tsx";
import type { ContentProps } from "../../../renderers/registered-contents.ts";
import { RequestError, textOfReason } from "../../../runtime/react/services.ts";
import { administrationMessages } from "../../messages/administration.ts";
import { messages } from "../../messages/messages.ts";
import { useCloseWithTicks } from "./use-close-with-ticks.ts";
import "./grants.css";

const { grants } = administrationMessages;

interface DepartRole {
  readonly id: string;
  readonly roleName: string;
  readonly roleCode: string;
}

interface Loaded {
  readonly roles: readonly DepartRole[];
  readonly had: ReadonlySet<string>;
}

/** Which roles of a department one of its users has. */
export function DepartRolesOfUser({ params, services, frame, onClose }: ContentProps) {
  const { userId, departId } = params;
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const [round, setRound] = useState(0);
  useLoad(
    async (signal) => {
      setProblem(undefined);
      const read = <Result,>(url: string) =>
        services.request<Result>({ method: "GET", url, params: { userId, departId }, signal });
      try {
        const [roles, links] = await Promise.all([
          read<readonly DepartRole[]>("/sys/sysDepartRole/getDeptRoleList"),
          read<readonly { readonly droleId: string }[]>("/sys/sysDepartRole/getDeptRoleByUserId"),
        ]);
        if (signal.aborted) return;
        const had = new Set(links.map((link) => link.droleId));
        setLoaded({ roles, had });
        setChecked(had);
      } catch (reason) {
        if (!signal.aborted) setProblem(reason);
      }
    },
    [userId, departId, round],
  );
  const isDirty = loaded?.roles.some(({ id }) => checked.has(id) !== loaded.had.has(id)) === true;
  const { close } = useCloseWithTicks(services, isDirty, onClose);
  const save = async () => {
    setSaving(true);
    try {
      const data = { userId, newRoleId: [...checked].join(","), oldRoleId: [...(loaded?.had ?? [])].join(",") };
      await services.request({ method: "POST", url: "/sys/sysDepartRole/deptRoleUserAdd", data });
      services.notify("success", grants.saved);
      onClose();
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      services.notify("error", reason.message, reason);
    } finally {
      setSaving(false);
    }
  };
  const toggle = (id: string) => {
    const next = new Set(checked);
    if (!next.delete(id)) next.add(id);
    setChecked(next);
  };
  return (
    <ViewFrame
      {...frame}
      onClose={() => void close()}
      footer={
        <div className="sc-frame-foot sc-line sc-wrap">
          <span className="sc-grow" />
          <Button onClick={() => void close()}>{messages.common.cancel}</Button>
          <Button type="primary" disabled={!isDirty} loading={isSaving} onClick={() => void save()}>
            {grants.save}
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
      {loaded?.roles.length === 0 ? (
        <EmptyState kind="empty" title={grants.noDepartRoles} text={grants.noDepartRolesText} />
      ) : null}
      <div className="sc-boxes sc-airy">
        {loaded?.roles.map((role) => (
          <Checkbox key={role.id} checked={checked.has(role.id)} onChange={() => toggle(role.id)}>
            {role.roleName} <small>{role.roleCode}</small>
          </Checkbox>
        ))}
      </div>
    </ViewFrame>
  );
}
