import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { DictionaryState } from "../../layouts/DictionaryState.tsx";
import { TextInput } from "../../layouts/TextInput.tsx";
import { mobileQuery, useMedia } from "../../layouts/use-media.ts";
import { pickMessages } from "../../pick-messages.ts";
import { ChoiceSelect } from "../ChoiceSelect.tsx";
import { DateInput } from "../date/DateInput.tsx";
import { readWire, shownFormat } from "../date/date-text.ts";
import { dictChoices } from "../dict-choices.ts";
import { DepartTree } from "../picks/DepartTree.tsx";
import type { DepartNode } from "../picks/depart-data.ts";
import type { PickDialogParts } from "../picks/PickField.tsx";
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

interface UserDialogProps extends PickDialogParts {
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly multiple: boolean;
  readonly store: "id" | "username";
}

/** Half-width places of what is long: all columns stand side by side beside the departments. */
const places: Readonly<Record<string, number>> = { orgCode: 16, id: 10 };
const columns = pickMessages.userColumns.map((column) => ({ ...column, places: places[column.name] }));

/** PCK-02: people of a department, narrowed by search, account, sex and birth date. */
export function UserDialog({ services, dictionaries, store, ...parts }: UserDialogProps) {
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
      title={pickMessages.user}
      width={1200}
      searchHint={pickMessages.searchUser}
      columns={columns}
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
  // Also while it is no date yet.
  const [birthday, setBirthday] = useState<string | null>(filters.birthday ?? null);
  useEffect(() => dictionaries.load([sexDict.code]), [dictionaries]);
  const { userFilters } = pickMessages;
  const sexes = dictChoices({ dict: sexDict, dictionaries });
  return (
    <>
      <TextInput
        aria-label={userFilters.account}
        placeholder={userFilters.account}
        value={account}
        onChange={setAccount}
        onKeyDown={(event) =>
          event.key === "Enter" && !event.nativeEvent.isComposing ? set("username")(account.trim()) : undefined
        }
        onBlur={() => set("username")(account.trim())}
      />
      <ChoiceSelect
        label={userFilters.sex}
        placeholder={userFilters.sex}
        choices={sexes}
        chosen={sexes.filter(({ value }) => value === filters.sex)}
        empty={<DictionaryState dict={sexDict} dictionaries={dictionaries} />}
        onChange={([next]) => set("sex")(next?.value)}
      />
      <DateInput
        of="date"
        format={shownFormat("date")}
        label={userFilters.birthday}
        placeholder={userFilters.birthday}
        value={birthday}
        onChange={(next) => {
          setBirthday(next);
          if (next === null || readWire(next, "date")) set("birthday")(next);
        }}
      />
    </>
  );
});
