import { useEffect, useState } from "react";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import type { Workplaces } from "../stores/workplace.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { SelectField } from "../ui/SelectField.tsx";

interface WorkplaceDialogProps {
  /** Absent after signing in: the choice has to be made. */
  readonly onClose?: () => void;
  /** The choice is made, or there was nothing to choose. */
  readonly onDone: (outcome: "chosen" | "nothing") => void;
}

const { depart: texts } = messages;

/** 部门选择 and 部门切换, with the tenant where the user has several. Loads what there is to choose each time it opens. */
export function WorkplaceDialog({ onClose, onDone }: WorkplaceDialogProps) {
  const { workplace, session, feedback } = useConsole();
  const [places, setPlaces] = useState<Workplaces>();
  const [orgCode, setOrgCode] = useState("");
  const [tenantId, setTenantId] = useState("");
  const [hasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opening
  useEffect(() => {
    let isShown = true;
    workplace.load().then(
      (loaded) => {
        if (!isShown) return;
        const choices = choicesOf(loaded, onClose !== undefined);
        if (choices.departments || choices.tenants) return setPlaces(loaded);
        if (loaded.departments.length === 0) feedback.notify("warning", texts.none);
        onDone("nothing");
      },
      () => {
        if (isShown) onClose?.();
      },
    );
    return () => {
      isShown = false;
    };
  }, []);
  if (!places) return null;

  const choices = choicesOf(places, onClose !== undefined);
  const isMissing = (choices.departments && orgCode === "") || (choices.tenants && tenantId === "");

  async function confirm(): Promise<void> {
    setTried(true);
    if (isMissing || isBusy) return;
    setBusy(true);
    try {
      await workplace.choose({ orgCode, tenantId });
      onDone("chosen");
    } catch {
      // The error catalogue has said why; the dialog stays for another try.
    } finally {
      setBusy(false);
    }
  }

  const footer = (
    <>
      {onClose && (
        <button type="button" className="console-button" onClick={onClose}>
          {texts.close}
        </button>
      )}
      <button
        type="button"
        className="console-button"
        data-kind="primary"
        disabled={isBusy}
        onClick={() => void confirm()}
      >
        {texts.confirm}
      </button>
    </>
  );
  const current = places.departments.find((department) => department.orgCode === session.user?.orgCode);
  const title = titleOf(choices, onClose ? current?.departName : undefined);
  return (
    <Dialog title={title} width={450} footer={footer} {...(onClose ? { onClose } : {})}>
      {choices.tenants && (
        <SelectField
          label={texts.tenant}
          placeholder={texts.tenantPlaceholder}
          options={places.tenants.map(({ id, name }) => ({ value: id, text: name }))}
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
          options={places.departments.map(({ orgCode: value, departName }) => ({ value, text: departName }))}
          value={orgCode}
          onChange={setOrgCode}
          isWrong={hasTried && orgCode === ""}
        />
      )}
    </Dialog>
  );
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
