import UserOutlined from "@ant-design/icons/UserOutlined";
import { DatePicker, Input, Select } from "antd";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { DictionaryState } from "../../layouts/DictionaryState.tsx";
import { mobileQuery, useMedia } from "../../layouts/use-media.ts";
import { messages } from "../../messages.ts";
import { DepartTree } from "../picks/DepartTree.tsx";
import type { DepartNode } from "../picks/depart-data.ts";
import { type PickDialogParts, PickField } from "../picks/PickField.tsx";
import { RecordDialog, type RecordQuery } from "../picks/RecordDialog.tsx";

/** What narrows the people besides name and department; account is a part of it, the others are equal. */
interface UserFilters {
  readonly username?: string;
  readonly sex?: string;
  /** `yyyy-MM-dd`. */
  readonly birthday?: string;
}

interface UserPage {
  readonly records: readonly Row[];
  readonly total: number;
}

/** PCK-02: one person or several, by department and search. */
export function UserPickerEditor(props: EditorProps) {
  const { options, field, dict, services, dictionaries } = props;
  const own = options.type === "user-picker" ? options : undefined;
  return (
    <PickField
      {...props}
      placeholder={messages.pick.userHint}
      icon={<UserOutlined aria-hidden="true" />}
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

interface UserDialogProps extends PickDialogParts {
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly multiple: boolean;
  readonly store: "id" | "username";
}

function UserDialog({ services, dictionaries, store, ...parts }: UserDialogProps) {
  const isMobile = useMedia(mobileQuery);
  const [filters, setFilters] = useState<UserFilters>({});
  const [depart, setDepart] = useState<DepartNode | undefined>(undefined);
  const load = ({ keyword, pageNo, pageSize }: RecordQuery) =>
    services.lookUp<UserPage>({
      method: "GET",
      url: "/sys/user/queryUserComponentData",
      params: { keyword, pageNo, pageSize, ...filters, ...(depart ? { departId: depart.id } : {}) },
    });
  const set = (name: keyof UserFilters) => (value: string | null | undefined) =>
    setFilters(({ [name]: _before, ...others }) => (value ? { ...others, [name]: value } : others));
  return (
    <RecordDialog
      {...parts}
      title={messages.pick.user}
      width={1200}
      searchHint={messages.pick.searchUser}
      columns={messages.pick.userColumns}
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
      sideKey={JSON.stringify([depart?.id, filters])}
      filters={<UserFilterBar filters={filters} dictionaries={dictionaries} set={set} />}
      load={load}
      pickOf={(row) => ({ value: String(row[store]), text: String(row.realname ?? row.username), row })}
    />
  );
}

interface UserFilterBarProps {
  readonly filters: UserFilters;
  readonly dictionaries: DictionaryCache;
  set(name: keyof UserFilters): (value: string | null | undefined) => void;
}

const sexDict = { kind: "code", code: "sex" } as const;

/** PCK-02: account, sex and birth date. */
const UserFilterBar = observer(function UserFilterBar({ filters, dictionaries, set }: UserFilterBarProps) {
  const [account, setAccount] = useState(filters.username ?? "");
  useEffect(() => dictionaries.load([sexDict.code]), [dictionaries]);
  const { userFilters } = messages.pick;
  return (
    <>
      <Input
        allowClear
        aria-label={userFilters.account}
        placeholder={userFilters.account}
        value={account}
        onChange={(event) => setAccount(event.target.value)}
        onPressEnter={() => set("username")(account.trim())}
        onBlur={() => set("username")(account.trim())}
      />
      <Select<string>
        allowClear
        aria-label={userFilters.sex}
        placeholder={userFilters.sex}
        notFoundContent={<DictionaryState dict={sexDict} dictionaries={dictionaries} />}
        options={dictionaries.options(sexDict).map((option) => ({ value: option.value, label: option.text }))}
        value={filters.sex ?? null}
        onChange={set("sex")}
      />
      <DatePicker
        aria-label={userFilters.birthday}
        placeholder={userFilters.birthday}
        onChange={(day) => set("birthday")(day ? day.format("YYYY-MM-DD") : undefined)}
      />
    </>
  );
});
