import { observer } from "mobx-react-lite";
import { Fragment } from "react";
import { words } from "../../runtime/format/words.ts";
import {
  isSuperGroup,
  isWhole,
  type SuperNode,
  type SuperQuery,
  superConditions,
  wholeQuery,
} from "../../runtime/query/super-query.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { ruleWords, valueWords } from "./describe-query.ts";
import type { SuperField } from "./query-fields.ts";
import { superQueryMessages } from "./super-query-messages.ts";

const texts = superQueryMessages;

interface QueryReadingProps {
  /** As it stands in the builder, incomplete conditions included. */
  readonly query: SuperQuery;
  readonly fields: ReadonlyMap<string, SuperField>;
  readonly dictionaries: DictionaryCache;
}

/** The query in plain words, and which conditions it will pass over. */
export const QueryReading = observer(function QueryReading({ query, fields, dictionaries }: QueryReadingProps) {
  const whole = wholeQuery(query);
  const passedOver = superConditions(query).filter((condition) => condition.field !== "" && !isWhole(condition));
  return (
    <div className="sc-super-reading sc-box sc-ground sc-bar">
      <div className="sc-hint">{texts.reading}</div>
      {whole ? <Words node={whole} fields={fields} dictionaries={dictionaries} /> : <span>{texts.readsNothing}</span>}
      {passedOver.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same field may be passed over twice
        <div key={`${condition.field} ${index}`} className="sc-hint sc-warn">
          {texts.ignored(fields.get(condition.field)?.title ?? condition.field)}
        </div>
      ))}
    </div>
  );
});

interface WordsProps extends Omit<QueryReadingProps, "query"> {
  readonly node: SuperNode;
}

function Words({ node, fields, dictionaries }: WordsProps) {
  if (!isSuperGroup(node)) {
    const field = fields.get(node.field);
    return (
      <>
        {field?.title ?? node.field} <b>{ruleWords(node.rule, field)}</b> {valueWords(node, field, dictionaries)}
      </>
    );
  }
  return (
    <>
      {node.conditions.map((inner, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reading has no identity beyond its place
        <Fragment key={index}>
          {index > 0 ? (
            <>
              {words.comma}
              <b>{node.matchType === "and" ? texts.and : texts.or}</b>{" "}
            </>
          ) : null}
          {isSuperGroup(inner) ? words.brackets[0] : ""}
          <Words node={inner} fields={fields} dictionaries={dictionaries} />
          {isSuperGroup(inner) ? words.brackets[1] : ""}
        </Fragment>
      ))}
    </>
  );
}
