import { useState } from "react";
import { words } from "../../../runtime/format/words.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { DialogFoot } from "../../layouts/DialogFoot.tsx";
import { ModalDialog } from "../../layouts/ModalDialog.tsx";
import { pickMessages } from "../../pick-messages.ts";
import { DepartTree } from "../picks/DepartTree.tsx";
import type { PickDialogParts } from "../picks/PickField.tsx";
import { togglePick } from "../picks/pick-types.ts";
import "../picks/picks.css";

interface DepartDialogProps extends PickDialogParts {
  readonly services: ConsoleServices;
  readonly multiple: boolean;
  readonly store: "id" | "orgCode";
  readonly rootOpened: boolean;
}

/** PCK-03: the dialog 选择部门. */
export function DepartDialog({ services, picks, multiple, store, rootOpened, onDone, onClose }: DepartDialogProps) {
  const [chosen, setChosen] = useState(picks);
  return (
    <ModalDialog
      width={500}
      title={pickMessages.depart}
      closesOutside
      footer={<DialogFoot okText={pickMessages.ok} onOk={() => onDone(chosen)} onCancel={onClose} />}
      onClose={onClose}
    >
      <DepartTree
        services={services}
        height={360}
        multiple={multiple}
        rootOpened={rootOpened}
        isChosen={(node) => chosen.some((pick) => pick.value === node[store])}
        onPress={(node) => setChosen(togglePick(chosen, { value: node[store], text: node.title }, multiple))}
      />
      <p className="sc-pick-names sc-quiet">
        {chosen.map((pick) => pick.text).join(words.listComma) || pickMessages.none}
      </p>
    </ModalDialog>
  );
}
