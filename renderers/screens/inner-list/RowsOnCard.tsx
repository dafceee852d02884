import RightOutlined from "@ant-design/icons/RightOutlined";
import { observer } from "mobx-react-lite";
import { useRef, useState } from "react";
import { words } from "../../../runtime/format/words.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { RowGuard } from "../../../runtime/react/list-query.ts";
import { isTrue } from "../../../runtime/react/scope.ts";
import { ModalDialog } from "../../layouts/ModalDialog.tsx";
import { messages } from "../../messages.ts";
import { SubLists } from "../../sub-lists/SubLists.tsx";
import type { ListShared } from "../list/list-shared.ts";
import { nameOf } from "./name-of.ts";
import "./rows-on-card.css";

/** What the card of a row has on a phone: the way to its sub-lists. */
export function rowsOnCard(shared: ListShared, row: Row) {
  return <RowsOnCard shared={shared} row={row} />;
}

interface RowsOnCardProps {
  readonly shared: ListShared;
  readonly row: Row;
}

/** Names the sub-lists of a row; pressed they stand over the whole page, in tabs. */
const RowsOnCard = observer(function RowsOnCard({ shared, row }: RowsOnCardProps) {
  const { store, dictionaries, context } = shared;
  const { plan, services } = store;
  const [isOpen, setOpen] = useState(false);
  const unsaved = useRef<RowGuard | undefined>(undefined);
  const scope = { row, master: row, user: services.user };
  const titles = plan.details.filter((detail) => isTrue(detail.visible, scope)).map(({ title }) => title);
  if (titles.length === 0) return null;
  const name = nameOf(row, plan.model.titleField);
  const close = async () => {
    if (!unsaved.current || (await unsaved.current.mayLeave())) setOpen(false);
  };
  return (
    <>
      <button
        type="button"
        className="sc-rows-on-card sc-over sc-line"
        aria-haspopup="dialog"
        aria-label={messages.list.rowsOf(name, titles.join(words.listComma))}
        onClick={() => setOpen(true)}
      >
        <span className="sc-grow sc-cut">{titles.join(words.listComma)}</span>
        <RightOutlined aria-hidden="true" />
      </button>
      {isOpen ? (
        <ModalDialog
          covers="sheet"
          width="100%"
          className="sc-rows-sheet"
          label={messages.list.subLists(name)}
          title={<span className="sc-cut">{name}</span>}
          onClose={() => void close()}
        >
          <SubLists
            plan={plan}
            row={row}
            name={name}
            services={services}
            dictionaries={dictionaries}
            context={context}
            onSaved={(result) => void store.loadSaved(result)}
            guard={(guard) => {
              unsaved.current = guard;
              return () => {
                unsaved.current = undefined;
              };
            }}
          />
        </ModalDialog>
      ) : null}
    </>
  );
});
