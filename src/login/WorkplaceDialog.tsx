import QuestionCircleOutlined from "@ant-design/icons/QuestionCircleOutlined";
import { Alert, Button, Form, Select, Skeleton } from "antd";
import { useEffect, useId, useRef, useState } from "react";
import { EmptyState } from "../../renderers/layouts/EmptyState.tsx";
import { ModalDialog } from "../../renderers/layouts/ModalDialog.tsx";
import { RequestNumber } from "../../renderers/layouts/RequestNumber.tsx";
import { textOfReason } from "../../runtime/react/services.ts";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import type { Workplaces } from "../stores/workplace.ts";

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
  const { workplace, feedback } = useConsole();
  const [places, setPlaces] = useState<Workplaces>();
  const [orgCode, setOrgCode] = useState("");
  const [tenantId, setTenantId] = useState("");
  const [hasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
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
        const choices = choicesOf(loaded, "", onClose !== undefined);
        if (choices.departments || choices.tenants) return setPlaces(loaded);
        if (loaded.departments.length === 0) feedback.notify("warning", texts.none);
        onDone("nothing");
      },
      (error: unknown) => isShown && setProblem(error),
    );
    return () => {
      isShown = false;
    };
  }, [round]);
  // The dialog may have stood there waiting; one that opens now finds its first field by itself.
  useEffect(() => {
    if (places) body.current?.querySelector("input")?.focus();
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
      setProblem(error);
    } finally {
      setBusy(false);
    }
  }

  // Most answers are there before anybody could read that they are awaited.
  if (!places && problem === undefined && !isLate) return null;
  const choices = choicesOf(places ?? nowhere, tenantId, onClose !== undefined);
  const isMissing = (choices.departments && orgCode === "") || (choices.tenants && tenantId === "");
  const current = places?.departments.find((department) => department.orgCode === places.orgCode);
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
      <div ref={body} aria-busy={!places && problem === undefined}>
        {choices.tenants && (
          <Choice
            label={texts.tenant}
            placeholder={texts.tenantPlaceholder}
            options={places?.tenants.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={tenantId}
            onChange={(chosen) => {
              setTenantId(chosen);
              // What was chosen before may be a department of another tenant.
              setOrgCode("");
            }}
            isWrong={hasTried && tenantId === ""}
          />
        )}
        {choices.departments && (
          <Choice
            label={texts.department}
            tip={texts.tooltip}
            placeholder={texts.placeholder}
            options={offeredIn(places ?? nowhere, tenantId).map(({ orgCode, departName }) => {
              return { value: orgCode, label: departName };
            })}
            value={orgCode}
            onChange={setOrgCode}
            isWrong={hasTried && orgCode === ""}
          />
        )}
        {!places && problem === undefined && (
          <div role="status" aria-label={messages.shell.loading}>
            <Skeleton active title={false} paragraph={{ rows: 2 }} />
          </div>
        )}
        {!places && problem !== undefined && (
          <EmptyState kind="error" title={texts.failed} text={textOfReason(problem)} reason={problem}>
            <Button onClick={() => setRound(round + 1)}>{texts.retry}</Button>
          </EmptyState>
        )}
        {places && problem !== undefined && (
          <Alert
            type="error"
            showIcon
            title={
              <>
                {textOfReason(problem)}
                <RequestNumber reason={problem} />
              </>
            }
          />
        )}
      </div>
    </ModalDialog>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** Why it is asked; shown beside the label on hover and spoken with the control. */
  readonly tip?: string;
  readonly placeholder: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isWrong: boolean;
}

function Choice({ label, tip, options, value, isWrong, ...field }: ChoiceProps) {
  const id = useId();
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      layout="vertical"
      validateStatus={isWrong ? "error" : ""}
      {...(tip ? { tooltip: { title: tip, icon: <QuestionCircleOutlined aria-hidden="true" /> } } : {})}
    >
      <Select
        {...field}
        id={id}
        aria-description={tip}
        aria-invalid={isWrong}
        options={[...options]}
        value={value === "" ? null : value}
        showSearch={{ optionFilterProp: "label" }}
      />
    </Form.Item>
  );
}

const nowhere: Workplaces = { departments: [], tenants: [], orgCode: "", tenantId: "" };

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

/** What there is to choose; somebody who opened the switch themselves sees their one department too. */
function choicesOf(places: Workplaces, tenantId: string, isSwitch: boolean): Choices {
  return {
    departments: offeredIn(places, tenantId).length > (isSwitch ? 0 : 1),
    tenants: places.tenants.length > 1,
  };
}

/** The departments of a tenant: of the chosen one where there are several, else of the session's. */
function offeredIn({ departments, tenants, tenantId: own }: Workplaces, chosen: string): Workplaces["departments"] {
  const wanted = tenants.length > 1 ? chosen : own;
  return departments.filter(({ tenantId }) => tenantId === undefined || tenantId === wanted);
}

function titleOf(choices: Choices, current: string | undefined): string {
  if (choices.departments && current !== undefined) return texts.switchTitle(current);
  if (choices.departments && choices.tenants) return texts.bothTitle;
  return choices.tenants ? texts.tenantTitle : texts.title;
}
