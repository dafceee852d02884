import SaveOutlined from "@ant-design/icons/SaveOutlined";
import { Button } from "antd";
import { useEffect, useMemo, useState } from "react";
import { formatNumber } from "../../runtime/format/number.ts";
import { commaParts } from "../../runtime/format/text.ts";
import type { SavedQuery } from "../../runtime/query/saved-query.ts";
import { type SuperQuery, superConditions, superQueryLimits, wholeQuery } from "../../runtime/query/super-query.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ListStore } from "../../runtime/react/list-store.ts";
import { ModalDialog } from "../layouts/ModalDialog.tsx";
import { messages } from "../messages.ts";
import { askableQuery } from "./askable-query.ts";
import { BuilderContext, type BuilderScope } from "./builder-context.ts";
import { type BuilderGroup, builderOf, changeNode, countRows, emptyGroup, queryOf } from "./builder-tree.ts";
import { ConditionGroup } from "./ConditionGroup.tsx";
import { QueryReading } from "./QueryReading.tsx";
import { superFields } from "./query-fields.ts";
import { entryKey, SavedList } from "./SavedList.tsx";
import { SaveForm } from "./SaveForm.tsx";
import { superQueryMessages } from "./super-query-messages.ts";
import { useResultCount } from "./use-result-count.ts";
import { type SavedEntry, useSavedQueries } from "./use-saved-queries.ts";
import "../form/form.css";
import "./super-query.css";

const texts = superQueryMessages;

export interface SuperQueryDialogProps {
  readonly store: ListStore;
  readonly dictionaries: DictionaryCache;
  /** Names of the columns that are shown now; a saved query may keep them. */
  readonly columns: readonly string[];
  /** The lines as they stood when the dialog was last closed. */
  readonly draft: BuilderGroup | undefined;
  /** A saved query brings its columns along. */
  onColumns(columns: readonly string[]): void;
  onClose(draft: BuilderGroup): void;
}

/** QRY-01: conditions line by line, their meaning in words, and the saved queries of the page. */
export function SuperQueryDialog(props: SuperQueryDialogProps) {
  const { store, dictionaries, columns, onColumns, onClose } = props;
  const { plan, services } = store;
  const fields = useMemo(() => {
    const list = superFields(plan, services);
    return new Map(list.map((field) => [field.name, field]));
  }, [plan, services]);
  const [group, setGroup] = useState(() => props.draft ?? builderOf(store.superQuery));
  const [current, setCurrent] = useState<SavedEntry | undefined>(undefined);
  const [isSaving, setSaving] = useState(false);
  const saved = useSavedQueries(services, plan.id, window.location.pathname);
  const query = queryOf(group, fields);
  const count = useResultCount(store, query);
  useEffect(() => {
    const codes = [...fields.values()].flatMap(({ dict }) => (dict?.kind === "code" ? [dict.code] : []));
    dictionaries.load(codes);
  }, [dictionaries, fields]);
  useLearntWords(query, fields, dictionaries);

  const scope: BuilderScope = {
    fields,
    options: [...fields.values()].map(({ name, title }) => ({ value: name, label: title })),
    services,
    dictionaries,
    isFull: countRows(group) >= superQueryLimits.conditions,
    change: (key, change) => setGroup((now) => changeNode(now, key, change)),
    remove: (key) => setGroup((now) => withoutNode(now, key)),
  };
  const apply = () => {
    const whole = wholeQuery(query);
    if (!whole) {
      services.notify("warning", texts.emptyQuery);
      return;
    }
    if (current?.query.columns) onColumns(current.query.columns);
    void store.setSuperQuery(whole, current?.query.sort);
    onClose(group);
  };
  const reset = () => {
    setGroup(emptyGroup());
    setCurrent(undefined);
    if (store.superQuery) void store.setSuperQuery(undefined);
  };
  const use = (entry: SavedEntry) => {
    const { query: askable, omitted } = askableQuery(entry.query, plan, services);
    setGroup(builderOf(askable));
    setCurrent({ ...entry, query: askable });
    if (omitted.length > 0)
      services.notify("info", messages.list.omittedConditions(entry.query.title, omitted.join("、")));
  };
  const view: Pick<SavedQuery, "columns" | "sort"> = { columns, sort: store.sort };
  return (
    <ModalDialog
      width={1000}
      className="sc-super"
      title={texts.title}
      closesOutside
      onClose={() => onClose(group)}
      footer={
        isSaving ? (
          <SaveForm
            services={services}
            initialTitle={current?.query.title ?? ""}
            view={view}
            onSave={(request) => saved.save(request, query)}
            onClose={() => setSaving(false)}
          />
        ) : (
          <div className="sc-super-foot sc-line sc-wrap">
            <Button
              icon={<SaveOutlined aria-hidden="true" />}
              onClick={() => (wholeQuery(query) ? setSaving(true) : services.notify("warning", texts.emptySave))}
            >
              {texts.save}
            </Button>
            <Button onClick={reset}>{texts.reset}</Button>
            <span className="sc-grow" />
            <span className="sc-super-count sc-hint sc-num" role="status">
              {count === undefined ? "" : texts.found(formatNumber(count, 0))}
            </span>
            <Button onClick={() => onClose(group)}>{messages.form.cancel}</Button>
            <Button type="primary" onClick={apply}>
              {texts.query}
            </Button>
          </div>
        )
      }
    >
      <div className="sc-super-body">
        <div className="sc-super-builder sc-grow">
          <BuilderContext value={scope}>
            <ConditionGroup group={group} depth={0} />
          </BuilderContext>
          <QueryReading query={query} fields={fields} dictionaries={dictionaries} />
        </div>
        <SavedList
          entries={saved.entries}
          isFailed={saved.isFailed}
          current={current ? entryKey(current) : undefined}
          onUse={use}
          onRemove={(entry) => void saved.remove(entry)}
          onRetry={saved.reload}
        />
      </div>
    </ModalDialog>
  );
}

/** The last line of the whole query is emptied, not taken away: there is always one to fill in. */
function withoutNode(group: BuilderGroup, key: number): BuilderGroup {
  const next = changeNode(group, key, () => undefined as never);
  return next.nodes.length > 0 ? next : { ...emptyGroup(), matchType: next.matchType };
}

/** Words of rows that a query from an address or a store names by their code only, one call a look-up. */
function useLearntWords(
  query: SuperQuery,
  fields: ReadonlyMap<string, { readonly dict: Parameters<DictionaryCache["text"]>[0] | undefined }>,
  dictionaries: DictionaryCache,
): void {
  const text = JSON.stringify(superConditions(query).map(({ field, val }) => [field, val]));
  useEffect(() => {
    for (const [name, val] of JSON.parse(text) as [string, unknown][]) {
      const dict = fields.get(name)?.dict;
      if (dict) dictionaries.translate(dict, commaParts(val));
    }
  }, [text, fields, dictionaries]);
}
