import ApartmentOutlined from "@ant-design/icons/ApartmentOutlined";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";
import { PickInput } from "../picks/PickInput.tsx";
import { usePicks } from "../picks/use-picks.ts";
import { DepartDialog } from "./DepartDialog.tsx";

/** One department or several from the tree; stores ids or codes, as the field's dictionary or the document says. */
export const DepartPickerEditor = observer(function DepartPickerEditor(props: EditorProps) {
  const { options, field, dict, services } = props;
  const own = options.type === "depart-picker" ? options : undefined;
  const { picks, choose } = usePicks(props);
  const [isOpen, setOpen] = useState(false);
  const byCode = dict?.kind === "model" && ["orgCode", "org_code"].includes(dict.value);
  return (
    <>
      <PickInput
        {...props}
        picks={picks}
        placeholder={messages.pick.departHint}
        icon={<ApartmentOutlined aria-hidden="true" />}
        onOpen={() => setOpen(true)}
      />
      {isOpen ? (
        <DepartDialog
          services={services}
          picks={picks}
          multiple={own?.multiple ?? field.multiple}
          store={own?.store ?? (byCode ? "orgCode" : "id")}
          rootOpened={own?.rootOpened ?? true}
          onDone={(next) => {
            choose(next);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
});
