import GroupOutlined from "@ant-design/icons/GroupOutlined";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import type { ResolvedField } from "../../../runtime/model/resolved-model.ts";
import type { ListStore } from "../../../runtime/react/list-store.ts";
import { ActionMenu } from "../../layouts/ActionMenu.tsx";
import { IconButton } from "../../layouts/IconButton.tsx";
import { messages } from "../../messages.ts";

/** Rows are grouped by no more fields than this. */
const mostGroups = 3;

interface GroupButtonProps {
  readonly store: ListStore;
  readonly fields: readonly ResolvedField[];
}

/** Which fields the rows are grouped by, and in which order. */
export const GroupButton = observer(function GroupButton({ store, fields }: GroupButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | undefined>(undefined);
  const { groups } = store;
  const choose = (key: string) => {
    const others = groups.filter((name) => name !== key);
    void store.setGroups(key === "" ? [] : others.length < groups.length ? others : [...groups, key]);
    setAnchor(undefined);
  };
  return (
    <>
      <IconButton
        label={messages.list.groups}
        icon={<GroupOutlined aria-hidden="true" />}
        onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
      />
      {anchor ? (
        <ActionMenu
          anchor={anchor}
          label={messages.list.groups}
          entries={[
            ...fields.map(({ name, title }) => ({
              key: name,
              label: messages.list.groupBy(title),
              checked: groups.includes(name),
              // Which level it is, from outside.
              extra: groups.includes(name) ? groups.indexOf(name) + 1 : undefined,
              disabled: groups.length === mostGroups && !groups.includes(name),
            })),
            { key: "", label: messages.list.noGroups, disabled: groups.length === 0 },
          ]}
          onChoose={choose}
          onClose={() => setAnchor(undefined)}
        />
      ) : null}
    </>
  );
});
