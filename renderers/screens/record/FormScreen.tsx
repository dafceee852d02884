import { observer } from "mobx-react-lite";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ListPlan } from "../../../runtime/compile/plan.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { browserAddress } from "../../../runtime/react/address-bar.ts";
import { isUnread, RecordStore } from "../../../runtime/react/record-store.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { normaliseValue } from "../../../runtime/record/normalise.ts";
import { type RecordAddress, type RecordMode, readRecordAddress } from "../../../runtime/wire/record-address.ts";
import { withoutIdentity } from "../../form/changes.ts";
import { FormView } from "../../form/FormView.tsx";
import { isFocusLost } from "../../grid/grid-focus.ts";
import { messages } from "../../messages.ts";
import { dictionariesOf } from "../list/dictionaries-of.ts";
import type { ListScreenProps } from "../list/ListScreen.tsx";
import { shareStore, useShared } from "../list/list-shared.ts";
import { DetailScreen } from "./DetailScreen.tsx";
import { noListTools } from "./no-list-tools.ts";
import { DeniedRecord, RecordState } from "./RecordState.tsx";
import "../list/list.css";

/** What stands on the page now; the address says how it begins, a saved record how it goes on. */
interface Opened extends RecordAddress {
  /** Another one is another form: nothing typed is kept. */
  readonly round: number;
}

/** A page that is one form: it adds, edits (`?id=`), copies or only shows a record (`&mode=detail`). */
export function FormScreen(props: ListScreenProps) {
  // Another address is another page, although it may be the same form.
  return <OneAddress key={JSON.stringify(props.params ?? {})} {...props} />;
}

function OneAddress(props: ListScreenProps) {
  const { plan, services, params, address = browserAddress } = props;
  const asked = useMemo(() => {
    const read = readRecordAddress(params ?? {}, plan.model.fields);
    const named = { ...read, values: typedValues(plan, read.values) };
    return plan.record === undefined ? named : { ...named, id: plan.record, mode: "edit" as const };
  }, [params, plan]);
  const [opened, setOpened] = useState<Opened>({ ...asked, round: 0 });
  const anew = (next: Partial<RecordAddress>) =>
    setOpened((before) => ({ ...before, ...next, round: before.round + 1 }));
  const isAllowed = mayDo(plan, services, opened.mode);
  const saved = (result: unknown) => {
    const id = idOf(result) ?? opened.id;
    if (opened.mode !== "edit" && id !== undefined) address.write(withId(address.read(), id));
    anew(id === undefined ? {} : { mode: "edit", id, values: {} });
  };
  if (opened.mode === "edit" && !isAllowed && asked.id !== undefined && params?.mode !== "edit") {
    return <DetailScreen {...props} />;
  }
  if (!isAllowed) return <DeniedRecord plan={plan} services={services} />;
  if (opened.mode === "detail") return <DetailScreen {...props} />;
  return <RecordForm key={opened.round} {...props} opened={opened} onSaved={saved} onAnew={() => anew({})} />;
}

/** An address holds texts; numbers of the record are numbers. */
function typedValues({ model }: ListPlan, values: Row): Row {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = model.fields.get(name);
      return [name, field ? normaliseValue(field, value).value : value];
    }),
  );
}

interface RecordFormProps extends ListScreenProps {
  readonly opened: Opened;
  onSaved(result: unknown): void;
  onAnew(): void;
}

const RecordForm = observer(function RecordForm({ plan, services, opened, onSaved, onAnew }: RecordFormProps) {
  const { id, mode } = opened;
  const { store, dictionaries, context } = useShared(
    () => shareStore(new RecordStore(plan, services, id ?? ""), noListTools),
    [plan, services, id],
    false,
  );
  useEffect(() => {
    dictionaries.load(dictionariesOf(plan));
    if (id !== undefined && isUnread(store)) void store.load();
    return () => store.dispose();
  }, [store, dictionaries, plan, id]);
  const view = plan.views.get("form");
  const row = id === undefined ? opened.values : store.rows[0];
  const [taken, setTaken] = useState<Row | undefined>(undefined);
  const page = useRef<HTMLElement>(null);
  const isDrawn = row !== undefined;
  useEffect(() => {
    // The button that saved went with the form before this one.
    if (opened.round > 0 && isDrawn && isFocusLost()) page.current?.closest("main")?.focus({ preventScroll: true });
  }, [opened.round, isDrawn]);
  if (!view || !row || mode === "detail") return <RecordState store={store} />;
  return (
    <section ref={page} className="sc-list sc-stack" aria-label={plan.title}>
      <FormView
        key={taken ? String(taken.version) : "opened"}
        plan={plan}
        view={view}
        mode={mode}
        row={taken ?? (mode === "copy" ? withoutIdentity(row) : row)}
        services={services}
        dictionaries={dictionaries}
        cells={context}
        cancelText={messages.record.reset}
        onClose={onAnew}
        onSaved={onSaved}
        onReopen={setTaken}
        onReload={onAnew}
      />
    </section>
  );
});

const permissionWord: Readonly<Record<Exclude<RecordMode, "detail">, string>> = {
  add: "add",
  copy: "add",
  edit: "edit",
};

function mayDo(plan: ListPlan, services: ConsoleServices, mode: RecordMode): boolean {
  if (mode === "detail") return true;
  return plan.model.writable && services.hasPermission(`${plan.permissionPrefix}:${permissionWord[mode]}`);
}

/** An added row comes back complete; other servers answer with its id. */
function idOf(result: unknown): string | undefined {
  const id = typeof result === "object" && result !== null ? (result as Row).id : result;
  return typeof id === "string" && id !== "" ? id : undefined;
}

function withId(search: string, id: string): string {
  const params = new URLSearchParams(search);
  params.delete("mode");
  params.set("id", id);
  return `?${params}`;
}
