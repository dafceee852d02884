import { Button, Checkbox } from "antd";
import { useEffect, useState } from "react";
import { EmptyState } from "../../../renderers/layouts/EmptyState.tsx";
import { ViewFrame } from "../../../renderers/layouts/ViewFrame.tsx";
import type { ContentProps } from "../../../renderers/registered-contents.ts";
import { RequestError, textOfReason } from "../../../runtime/react/services.ts";
import { administrationMessages } from "../../messages/administration.ts";
import { messages } from "../../messages/messages.ts";
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
  useEffect(() => {
    const request = new AbortController();
    const read = <Result,>(url: string) =>
      services.request<Result>({ method: "GET", url, params: { userId, departId }, signal: request.signal });
    Promise.all([
      read<readonly DepartRole[]>("/sys/sysDepartRole/getDeptRoleList"),
      read<readonly { readonly droleId: string }[]>("/sys/sysDepartRole/getDeptRoleByUserId"),
    ]).then(
      ([roles, links]) => {
        if (request.signal.aborted) return;
        const had = new Set(links.map((link) => link.droleId));
        setLoaded({ roles, had });
        setChecked(had);
      },
      (reason) => {
        if (request.signal.aborted) return;
        setProblem(reason);
      },
    );
    return () => request.abort();
  }, [services, userId, departId]);
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
      onClose={onClose}
      footer={
        <div className="sc-frame-foot sc-line sc-wrap">
          <span className="sc-grow" />
          <Button onClick={onClose}>{messages.common.cancel}</Button>
          <Button type="primary" disabled={!loaded} loading={isSaving} onClick={() => void save()}>
            {grants.save}
          </Button>
        </div>
      }
    >
      {problem ? (
        <EmptyState kind="error" title={messages.state.errorTitle} text={textOfReason(problem)} reason={problem} />
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
