import CloseOutlined from "@ant-design/icons/CloseOutlined";
import ControlFilled from "@ant-design/icons/ControlFilled";
import FilterFilled from "@ant-design/icons/FilterFilled";
import { Badge, Button } from "antd";
// Alone: a button has it already, the spaces beside it would come along.
import Compact from "antd/es/space/Compact";
import { observer } from "mobx-react-lite";
import { useEffect, useMemo } from "react";
import { commaParts } from "../../runtime/format/text.ts";
import { type SuperQuery, superConditions } from "../../runtime/query/super-query.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ListStore } from "../../runtime/react/list-store.ts";
import { messages } from "../messages.ts";
import { ruleSign, valueWords } from "./describe-query.ts";
import { superFields } from "./query-fields.ts";
import { superQueryMessages } from "./super-query-messages.ts";
import "./super-query-button.css";

/** Conditions shown beside the button; the rest is a number. */
const shownConditions = 3;
const texts = superQueryMessages;

interface AppliedQueryProps {
  readonly store: ListStore;
  readonly query: SuperQuery;
  readonly dictionaries: DictionaryCache;
  /** On a phone: the sign alone, without the conditions. */
  readonly compact: boolean;
  onOpen(): void;
  onClear(): void;
}

/** QRY-02: a query in force tints its button, which counts its conditions and has a cross. */
export const AppliedQuery = observer(function AppliedQuery(props: AppliedQueryProps) {
  const { store, query, dictionaries, compact, onOpen, onClear } = props;
  const count = superConditions(query).length;
  const Icon = compact ? ControlFilled : FilterFilled;
  const size = compact ? "large" : "middle";
  return (
    <>
      <Compact className="sc-super-applied sc-unprinted">
        <Button
          size={size}
          icon={<Icon aria-hidden="true" />}
          aria-label={texts.applied(count)}
          aria-pressed
          onClick={onOpen}
        >
          {compact ? "" : messages.list.superQuery}
          <Badge count={count} size="small" color="var(--strong)" />
        </Button>
        <Button
          size={size}
          icon={<CloseOutlined aria-hidden="true" />}
          aria-label={texts.clear}
          title={texts.clear}
          onClick={onClear}
        />
      </Compact>
      {compact ? null : <Chips store={store} query={query} dictionaries={dictionaries} />}
    </>
  );
});

/** The conditions in force, as far as there is room. */
const Chips = observer(function Chips(props: Pick<AppliedQueryProps, "store" | "query" | "dictionaries">) {
  const { store, query, dictionaries } = props;
  const { plan, services } = store;
  const fields = useMemo(
    () => new Map(superFields(plan, services).map((field) => [field.name, field])),
    [plan, services],
  );
  const conditions = superConditions(query);
  useEffect(() => {
    for (const { field, val } of superConditions(query)) {
      const dict = fields.get(field)?.dict;
      if (dict?.kind === "code") dictionaries.load([dict.code]);
      else if (dict) dictionaries.translate(dict, commaParts(val));
    }
  }, [query, fields, dictionaries]);
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
