import MinusCircleOutlined from "@ant-design/icons/MinusCircleOutlined";
import { Input } from "antd";
import type { SuperRule } from "../../runtime/query/super-query.ts";
import { yesNoPair } from "../../runtime/record/toggle.ts";
import { OneOf } from "../editors/OneOf.tsx";
import { IconButton } from "../layouts/IconButton.tsx";
import { messages } from "../messages.ts";
import { useBuilder } from "./builder-context.ts";
import { type BuilderRow, withField, withRule } from "./builder-tree.ts";
import { ruleWords } from "./describe-query.ts";
import { FieldValue } from "./FieldValue.tsx";
import { rulesOf, type SuperField, valueEditor } from "./query-fields.ts";
import { superQueryMessages } from "./super-query-messages.ts";

const texts = superQueryMessages;

/** Field, rule and value of one condition. The value's control is the registry's, by the field's type. */
export function ConditionRow({ row, no }: { readonly row: BuilderRow; readonly no: number }) {
  const { fields, options, change, remove } = useBuilder();
  const field = fields.get(row.field);
  return (
    <fieldset className="sc-super-row sc-line" aria-label={texts.condition(no)}>
      <OneOf
        className="sc-super-field"
        label={texts.field}
        placeholder={texts.chooseField}
        choices={options}
        value={row.field || undefined}
        onChange={(name) => change(row.key, () => withField(row, fields.get(name)))}
      />
      <OneOf<SuperRule>
        className="sc-super-rule"
        label={texts.rule}
        placeholder={texts.chooseRule}
        disabled={!field}
        choices={(field ? rulesOf(field) : []).map((rule) => ({ value: rule, label: ruleWords(rule, undefined) }))}
        value={row.rule || undefined}
        onChange={(rule) => change(row.key, () => withRule(row, rule))}
      />
      <div className="sc-super-value sc-grow">
        {field && row.rule ? (
          <ValueControl key={`${row.field} ${row.rule}`} row={row} field={field} rule={row.rule} />
        ) : (
          <Input disabled placeholder={texts.fieldFirst} aria-label={texts.fieldFirst} />
        )}
      </div>
      <IconButton
        label={texts.removeCondition(no)}
        icon={<MinusCircleOutlined aria-hidden="true" />}
        onClick={() => remove(row.key)}
      />
    </fieldset>
  );
}

interface ValueControlProps {
  readonly row: BuilderRow;
  readonly field: SuperField;
  readonly rule: SuperRule;
}

function ValueControl({ row, field, rule }: ValueControlProps) {
  const { services, dictionaries, change } = useBuilder();
  const editor = valueEditor(field, rule);
  const pair = field.dict ? undefined : yesNoPair(field.field);
  if (pair) return <YesOrNo row={row} pair={pair} />;
  return (
    <FieldValue
      id={`super-${row.key}`}
      field={field}
      editor={editor}
      isSeveral={rule === "in"}
      value={row.value}
      text={row.text}
      services={services}
      dictionaries={dictionaries}
      onChange={(value, text) => change(row.key, (now) => ({ ...now, value, text }) as BuilderRow)}
    />
  );
}

interface YesOrNoProps {
  readonly row: BuilderRow;
  readonly pair: NonNullable<ReturnType<typeof yesNoPair>>;
}

/** The names stand above the controls of a form; here the control itself says what it asks for. */
function YesOrNo({ row, pair: [on, off] }: YesOrNoProps) {
  const { change } = useBuilder();
  return (
    <OneOf
      label={texts.value}
      placeholder={texts.chooseValue}
      choices={[
        { value: String(on), label: messages.form.yes },
        { value: String(off), label: messages.form.no },
      ]}
      value={row.value === null || row.value === "" ? undefined : String(row.value)}
      onChange={(value) => change(row.key, (now) => ({ ...now, value }) as BuilderRow)}
    />
  );
}
