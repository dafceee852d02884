import ApartmentOutlined from "@ant-design/icons/ApartmentOutlined";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import { pickMessages } from "../../pick-messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { loadDeparts } from "../picks/depart-data.ts";
import { PickField } from "../picks/PickField.tsx";

/** Its tree is antd's; it comes when the dialog opens. */
const DepartDialog = lazyPart(async () => ({ default: (await import("./DepartDialog.tsx")).DepartDialog }));

/** One department or several from the tree; stores ids or codes, as the field's dictionary or the document says. */
export function DepartPickerEditor(props: EditorProps) {
  const { options, field, dict, services } = props;
  const own = options.type === "depart-picker" ? options : undefined;
  const byCode = dict?.kind === "model" && ["orgCode", "org_code"].includes(dict.value);
  return (
    <PickField
      {...props}
      placeholder={pickMessages.departHint}
      icon={<ApartmentOutlined aria-hidden="true" />}
      onNear={() => {
        void DepartDialog.preload();
        void loadDeparts(services, false).catch(() => undefined);
      }}
      dialog={(parts) => (
        <DepartDialog
          {...parts}
          services={services}
          multiple={own?.multiple ?? field.multiple}
          store={own?.store ?? (byCode ? "orgCode" : "id")}
          rootOpened={own?.rootOpened ?? true}
        />
      )}
    />
  );
}
