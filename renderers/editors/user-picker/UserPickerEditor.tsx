import UserOutlined from "@ant-design/icons/UserOutlined";
import { lazyPart } from "../../../runtime/react/lazy-part.ts";
import { pickMessages } from "../../pick-messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { PickField } from "../picks/PickField.tsx";

/** Its tree and its calendar are antd's; they come when the dialog opens. */
const UserDialog = lazyPart(async () => ({ default: (await import("./UserDialog.tsx")).UserDialog }));

/** PCK-02: one person or several, by department and search. */
export function UserPickerEditor(props: EditorProps) {
  const { options, field, dict, services, dictionaries } = props;
  const own = options.type === "user-picker" ? options : undefined;
  return (
    <PickField
      {...props}
      placeholder={pickMessages.userHint}
      icon={<UserOutlined aria-hidden="true" />}
      onNear={() => void UserDialog.preload()}
      dialog={(parts) => (
        <UserDialog
          {...parts}
          services={services}
          dictionaries={dictionaries}
          multiple={own?.multiple ?? field.multiple}
          store={own?.store ?? (dict?.kind === "model" && dict.value === "id" ? "id" : "username")}
        />
      )}
    />
  );
}
