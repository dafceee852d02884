import CloseOutlined from "@ant-design/icons/CloseOutlined";
import ControlFilled from "@ant-design/icons/ControlFilled";
import ControlOutlined from "@ant-design/icons/ControlOutlined";
import FilterFilled from "@ant-design/icons/FilterFilled";
import FilterOutlined from "@ant-design/icons/FilterOutlined";
import { Badge, Button } from "antd";
// Alone: a button has it already, the spaces beside it would come along.
import Compact from "antd/es/space/Compact";
import { observer } from "mobx-react-lite";
import { Suspense, useEffect, useMemo, useState } from "react";
import { commaParts } from "../../runtime/format/text.ts";
import { superConditions } from "../../runtime/query/super-query.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { ListStore } from "../../runtime/react/list-store.ts";
import type { BuilderGroup } from "./builder-tree.ts";
import { ruleSign, valueWords } from "./describe-query.ts";
import { superFields } from "./query-fields.ts";
import { superQueryMessages } from "./super-query-messages.ts";
import "./super-query-button.css";
import { ProgressBar } from "../layouts/ProgressBar.tsx";

/** The builder comes with the first press. */
const SuperQueryDialog = lazyPart(() =>
  import("./SuperQueryDialog.tsx").then((module) => ({ default: module.SuperQueryDialog })),
);

/** Conditions shown beside the button; the rest is a number. */
const shownConditions = 3;
const texts = superQueryMessages;

interface SuperQueryButtonProps {
  readonly store: ListStore;
  readonly dictionaries: DictionaryCache;
  readonly columns: readonly string[];
  /** On a phone: the sign alone, without the conditions. */
  readonly compact?: boolean;
  onColumns(columns: readonly string[]): void;
}

/** QRY-02: closed, open, applied (the button is tinted and has a cross), reset. */
export const SuperQueryButton = observer(function SuperQueryButton(props: SuperQueryButtonProps) {
  const { store, dictionaries, columns, compact, onColumns } = props;
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState<BuilderGroup | undefined>(undefined);
  const { superQuery } = store;
  const count = superQuery ? superConditions(superQuery).length : 0;
  const open = () => setOpen(true);
  // On a phone the funnel beside it opens the plain conditions: two of them side by side say nothing.
  const [Icon, AppliedIcon] = compact ? [ControlOutlined, ControlFilled] : [FilterOutlined, FilterFilled];
  return (
    <>
      {superQuery ? (
        <Compact className="sc-super-applied sc-unprinted">
          <Button
            size={compact ? "large" : "middle"}
            icon={<AppliedIcon aria-hidden="true" />}
            aria-label={texts.applied(count)}
            aria-pressed
            onClick={open}
          >
            {compact ? "" : texts.open}
            <Badge count={count} size="small" color="var(--strong)" />
          </Button>
          <Button
            size={compact ? "large" : "middle"}
            icon={<CloseOutlined aria-hidden="true" />}
            aria-label={texts.clear}
            title={texts.clear}
            onClick={() => {
              setDraft(undefined);
              void store.setSuperQuery(undefined);
            }}
          />
        </Compact>
      ) : (
        <Button
          size={compact ? "large" : "middle"}
          icon={<Icon aria-hidden="true" />}
          {...(compact ? { "aria-label": texts.open } : {})}
          onClick={open}
        >
          {compact ? "" : texts.open}
        </Button>
      )}
      {superQuery && !compact ? <Chips store={store} dictionaries={dictionaries} /> : null}
      {isOpen ? (
        <Suspense fallback={<ProgressBar />}>
          <SuperQueryDialog
            store={store}
            dictionaries={dictionaries}
            columns={columns}
            draft={superQuery ? undefined : draft}
            onColumns={onColumns}
            onClose={(next) => {
              setDraft(next);
              setOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
});

/** The conditions in force, as far as there is room. */
const Chips = observer(function Chips({ store, dictionaries }: Pick<SuperQueryButtonProps, "store" | "dictionaries">) {
  const { plan, services, superQuery } = store;
  const fields = useMemo(
    () => new Map(superFields(plan, services).map((field) => [field.name, field])),
    [plan, services],
  );
  const conditions = superQuery ? superConditions(superQuery) : [];
  useEffect(() => {
    for (const { field, val } of superQuery ? superConditions(superQuery) : []) {
      const dict = fields.get(field)?.dict;
      if (dict?.kind === "code") dictionaries.load([dict.code]);
      else if (dict) dictionaries.translate(dict, commaParts(val));
    }
  }, [superQuery, fields, dictionaries]);
  return (
    <>
      {conditions.slice(0, shownConditions).map((condition, index) => {
        const field = fields.get(condition.field);
        const words = valueWords(condition, field, dictionaries);
        const title = field?.title ?? condition.field;
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the same field may stand twice
            key={`${condition.field} ${index}`}
            className="sc-super-chip sc-tag sc-hint sc-num sc-unprinted sc-cut"
            title={`${title} ${words}`}
          >
            {title} {ruleSign(condition.rule, field)} {words}
          </span>
        );
      })}
      {conditions.length > shownConditions ? (
        <span className="sc-super-chip sc-tag sc-hint sc-num sc-unprinted">{texts.more(conditions.length)}</span>
      ) : null}
    </>
  );
});
