import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { ModalDialog } from "../../renderers/layouts/ModalDialog.tsx";
import { StateFace } from "../../renderers/layouts/StateFace.tsx";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import type { Workplaces } from "../stores/workplace.ts";
import { SelectField } from "../ui/SelectField.tsx";
import "./workplace-dialog.css";

interface WorkplaceDialogProps {
  /** Absent after signing in: the choice has to be made. */
  readonly onClose?: () => void;
  /** The choice is made, or there was nothing to choose. */
  readonly onDone: (outcome: "chosen" | "nothing") => void;
}

const { depart: texts } = messages;
/** A wait shorter than this is not shown. */
const noticeableMs = 200;

/** 部门选择 and 部门切换, with the tenant where the user has several. Loads what there is to choose each time it opens. */
export function WorkplaceDialog({ onClose, onDone }: WorkplaceDialogProps) {
  const { workplace, session, feedback } = useConsole();
  const [places, setPlaces] = useState<Workplaces>();
  const [orgCode, setOrgCode] = useState("");
  const [tenantId, setTenantId] = useState("");
  const [hasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  const isLate = useLate();
  const body = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opening, and again when asked to
  useEffect(() => {
    let isShown = true;
    setProblem(undefined);
    workplace.load().then(
      (loaded) => {
        if (!isShown) return;
        const choices = choicesOf(loaded, onClose !== undefined);
        if (choices.departments || choices.tenants) return setPlaces(loaded);
        if (loaded.departments.length === 0) feedback.notify("warning", texts.none);
        onDone("nothing");
      },
      (error: unknown) => isShown && setProblem(reasonOf(error)),
    );
    return () => {
      isShown = false;
    };
  }, [round]);
  // The dialog may have stood there waiting; one that opens now finds its first field by itself.
  useEffect(() => {
    if (places) body.current?.querySelector("select")?.focus();
  }, [places]);

  async function confirm(): Promise<void> {
    setTried(true);
    if (isMissing || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await workplace.choose({ orgCode, tenantId });
      onDone("chosen");
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setBusy(false);
    }
  }

  // Most answers are there before anybody could read that they are awaited.
  if (!places && problem === undefined && !isLate) return null;
  const choices = choicesOf(places ?? nowhere, onClose !== undefined);
  const isMissing = (choices.departments && orgCode === "") || (choices.tenants && tenantId === "");
  const current = places?.departments.find((department) => department.orgCode === session.user?.orgCode);
  const title = titleOf(choices, onClose ? current?.departName : undefined);
  // Without anything to choose from there is nothing to confirm.
  const isChoosing = places !== undefined || problem === undefined;
  const footer = (onClose || isChoosing) && (
    <>
      {onClose && <Button onClick={onClose}>{texts.close}</Button>}
      {isChoosing && (
        <Button type="primary" disabled={isBusy || !places} onClick={() => void confirm()}>
          {texts.confirm}
        </Button>
      )}
    </>
  );
  return (
    <ModalDialog title={title} width={450} footer={footer} {...(onClose ? { onClose } : {})}>
      <div ref={body} className="workplace" aria-busy={!places && problem === undefined}>
        {choices.tenants && (
          <SelectField
            label={texts.tenant}
            placeholder={texts.tenantPlaceholder}
            options={places?.tenants.map(({ id, name }) => ({ value: id, text: name })) ?? []}
            value={tenantId}
            onChange={setTenantId}
            isWrong={hasTried && tenantId === ""}
          />
        )}
        {choices.departments && (
          <SelectField
            label={texts.department}
            tip={texts.tooltip}
            placeholder={texts.placeholder}
            options={places?.departments.map(({ orgCode: value, departName }) => ({ value, text: departName })) ?? []}
            value={orgCode}
            onChange={setOrgCode}
            isWrong={hasTried && orgCode === ""}
          />
        )}
        {!places && problem === undefined && <p className="workplace-wait">{messages.shell.loading}</p>}
        {!places && problem !== undefined && (
          <StateFace kind="error" title={texts.failed} text={problem}>
            <Button onClick={() => setRound(round + 1)}>{texts.retry}</Button>
          </StateFace>
        )}
        {places && problem !== undefined && (
          <p className="workplace-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </ModalDialog>
  );
}

const nowhere: Workplaces = { departments: [], tenants: [], orgCode: "" };

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : messages.failure.unknown;
}

/** True once waiting has become noticeable. */
function useLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), noticeableMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

interface Choices {
  readonly departments: boolean;
  readonly tenants: boolean;
}

/** What there is to choose; somebody who opened the switch himself sees his one department too. */
function choicesOf({ departments, tenants }: Workplaces, isSwitch: boolean): Choices {
  return { departments: departments.length > (isSwitch ? 0 : 1), tenants: tenants.length > 1 };
}

function titleOf(choices: Choices, current: string | undefined): string {
  if (choices.departments && current !== undefined) return texts.switchTitle(current);
  if (choices.departments && choices.tenants) return texts.bothTitle;
  return choices.tenants ? texts.tenantTitle : texts.title;
}
