import UserOutlined from "@ant-design/icons/UserOutlined";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { mobileQuery, useMedia } from "../../layouts/use-media.ts";
import { messages } from "../../messages.ts";
import { DepartTree } from "../picks/DepartTree.tsx";
import type { DepartNode } from "../picks/depart-data.ts";
import { PickInput } from "../picks/PickInput.tsx";
import { RecordDialog, type RecordQuery } from "../picks/RecordDialog.tsx";
import { usePicks } from "../picks/use-picks.ts";

interface UserPage {
  readonly records: readonly Row[];
  readonly total: number;
}

/** PCK-02: one person or several, by department and search. */
export const UserPickerEditor = observer(function UserPickerEditor(props: EditorProps) {
  const { options, field, dict, services } = props;
  const own = options.type === "user-picker" ? options : undefined;
  const { picks, choose } = usePicks(props);
  const isMobile = useMedia(mobileQuery);
  const [isOpen, setOpen] = useState(false);
  const [depart, setDepart] = useState<DepartNode | undefined>(undefined);
  const store = own?.store ?? (dict?.kind === "model" && dict.value === "id" ? "id" : "username");
  const load = ({ keyword, pageNo, pageSize }: RecordQuery) =>
    services.request<UserPage>({
      method: "GET",
      url: "/sys/user/queryUserComponentData",
      params: { keyword, pageNo, pageSize, ...(depart ? { departId: depart.id } : {}) },
    });
  return (
    <>
      <PickInput
        {...props}
        picks={picks}
        placeholder={messages.pick.userHint}
        icon={<UserOutlined aria-hidden="true" />}
        onOpen={() => setOpen(true)}
      />
      {isOpen ? (
        <RecordDialog
          title={messages.pick.user}
          width={1200}
          searchHint={messages.pick.searchUser}
          columns={messages.pick.userColumns}
          multiple={own?.multiple ?? field.multiple}
          picks={picks}
          side={
            <DepartTree
              services={services}
              height={isMobile ? 128 : 300}
              multiple={false}
              rootOpened
              isChosen={(node) => node.id === depart?.id}
              onPress={(node) => setDepart(node.id === depart?.id ? undefined : node)}
            />
          }
          sideKey={depart?.id ?? ""}
          load={load}
          pickOf={(row) => ({ value: String(row[store]), text: String(row.realname ?? row.username), row })}
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
