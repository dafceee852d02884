import DeleteOutlined from "@ant-design/icons/DeleteOutlined";
import PlusOutlined from "@ant-design/icons/PlusOutlined";
import { Button, Input, Segmented, Select } from "antd";
import type { ReactNode } from "react";
import { OneOf } from "../../../renderers/editors/OneOf.tsx";
import { typedInput } from "../../../renderers/form/EditorView.tsx";
import { useFormScope } from "../../../renderers/form/form-context.ts";
import { IconButton } from "../../../renderers/layouts/IconButton.tsx";
import { FieldValue } from "../../../renderers/super-query/FieldValue.tsx";
import { type SuperField, valueEditor } from "../../../renderers/super-query/query-fields.ts";
import { commaParts } from "../../../runtime/format/text.ts";
import {
  type EffectKind,
  effectKinds,
  type FormRule,
  type RuleEffect,
  type RuleTest,
  type RuleValue,
  targetsOf,
} from "../../../runtime/online-forms/rules/form-rule.ts";
import { isOfSeveral, opsOf, queryRules, takesValue } from "./rule-fields.ts";
import type { SentenceParts } from "./rule-sentence.ts";
import { formRuleTexts as texts } from "./rule-texts.ts";

interface RuleFormProps {
  readonly no: number;
  readonly rule: FormRule;
  readonly parts: SentenceParts;
  onChange(rule: FormRule): void;
}

/** One rule: its conditions, and what they do. */
export function RuleForm({ no, rule, parts, onChange }: RuleFormProps) {
  const { when, then } = rule;
  const setWhen = (next: readonly RuleTest[]) => onChange({ ...rule, when: next });
  const setThen = (next: readonly RuleEffect[]) => onChange(withThen(rule, next));
  return (
    <fieldset className="sc-stack sc-airy" aria-label={texts.rule(no)}>
      <Part
        title={texts.when}
        beside={
          when.length > 1 ? (
            <Segmented
              size="small"
              aria-label={texts.match}
              value={rule.match}
              options={(["all", "any"] as const).map((value) => ({ value, label: texts[value] }))}
              onChange={(match) => onChange({ ...rule, match })}
            />
          ) : null
        }
      >
        {rule.formula ? (
          <Input
            aria-label={texts.condition}
            value={rule.formula}
            onChange={(event) => onChange({ ...rule, formula: event.target.value })}
          />
        ) : null}
        {when.map((test, at) => (
          <TestLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place
            key={at}
            id={`rule-${no}-test-${at}`}
            label={texts.test(at + 1)}
            removeLabel={texts.removeTest(at + 1)}
            test={test}
            parts={parts}
            onChange={(next) => setWhen(when.with(at, next))}
            onRemove={() => setWhen(when.toSpliced(at, 1))}
          />
        ))}
        {rule.formula ? null : (
          <Add label={texts.addTest} onClick={() => setWhen([...when, { field: "", op: "eq" }])} />
        )}
      </Part>
      <Part title={texts.then}>
        {then.map((effect, at) => (
          <EffectLine
            // biome-ignore lint/suspicious/noArrayIndexKey: an effect is its place
            key={at}
            id={`rule-${no}-effect-${at}`}
            label={texts.effect(at + 1)}
            removeLabel={texts.removeEffect(at + 1)}
            effect={effect}
            parts={parts}
            onChange={(next) => setThen(then.with(at, next))}
            onRemove={() => setThen(then.toSpliced(at, 1))}
          />
        ))}
        <Add label={texts.addEffect} onClick={() => setThen([...then, effectOf("show", undefined)])} />
      </Part>
    </fieldset>
  );
}

// biome-ignore lint/suspicious/noThenProperty: 当 … 则 … of the rule
const withThen = (rule: FormRule, then: readonly RuleEffect[]): FormRule => ({ ...rule, then });

function Part({
  title,
  beside,
  children,
}: {
  readonly title: string;
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="sc-stack sc-tight" aria-label={title}>
      <div className="sc-line">
        <h4>{title}</h4>
        {beside}
      </div>
      {children}
    </section>
  );
}

const Add = ({ label, onClick }: { readonly label: string; onClick(): void }) => (
  <div>
    <Button size="small" type="link" icon={<PlusOutlined aria-hidden="true" />} onClick={onClick}>
      {label}
    </Button>
  </div>
);

interface LineProps {
  readonly id: string;
  readonly label: string;
  readonly removeLabel: string;
  readonly parts: SentenceParts;
  onRemove(): void;
}

function Line({
  label,
  removeLabel,
  onRemove,
  children,
}: Omit<LineProps, "id" | "parts"> & { readonly children: ReactNode }) {
  return (
    <fieldset className="sc-line" aria-label={label}>
      <div className="sc-line sc-wrap sc-grow">{children}</div>
      <IconButton label={removeLabel} icon={<DeleteOutlined aria-hidden="true" />} onClick={onRemove} />
    </fieldset>
  );
}

const grow = { flex: "1 1 150px", minWidth: 0 } as const;
const narrow = { flex: "0 0 120px" } as const;

function TestLine({
  test,
  onChange,
  ...line
}: LineProps & { readonly test: RuleTest; onChange(test: RuleTest): void }) {
  const { fields } = line.parts;
  const field = fields.get(test.field);
  const ops = field ? opsOf(field) : [];
  return (
    <Line {...line}>
      <span style={grow}>
        <FieldChoice
          fields={fields}
          value={test.field}
          onChange={(name) => {
            const next = fields.get(name);
            const offered = next ? opsOf(next) : [];
            onChange({ field: name, op: offered.includes(test.op) ? test.op : (offered[0] ?? "eq") });
          }}
        />
      </span>
      <span style={narrow}>
        <OneOf
          label={texts.op}
          disabled={!field}
          choices={[...new Set([...ops, test.op])].map((op) => ({ value: op, label: texts.ops[op] }))}
          value={test.op}
          onChange={(op) =>
            onChange(
              takesValue(op) && (op === "in") === (test.op === "in") ? { ...test, op } : { field: test.field, op },
            )
          }
        />
      </span>
      {field && takesValue(test.op) ? (
        <span style={grow}>
          <Value
            key={`${test.field} ${test.op}`}
            id={line.id}
            field={field}
            rule={queryRules[test.op]}
            value={test.value}
            text={test.text}
            onChange={(value, text) => onChange({ field: test.field, op: test.op, value, ...(text ? { text } : {}) })}
          />
        </span>
      ) : null}
    </Line>
  );
}

function FieldChoice({
  fields,
  value,
  onChange,
}: {
  readonly fields: SentenceParts["fields"];
  readonly value: string;
  onChange(name: string): void;
}) {
  return (
    <OneOf
      label={texts.field}
      placeholder={texts.chooseField}
      choices={[...fields].map(([name, { title }]) => ({ value: name, label: title }))}
      value={value || undefined}
      onChange={onChange}
    />
  );
}

interface ValueProps {
  readonly id: string;
  readonly field: SuperField;
  readonly rule: (typeof queryRules)[keyof typeof queryRules];
  readonly value: unknown;
  readonly text: string | null | undefined;
  onChange(value: RuleValue | readonly RuleValue[], text: string | undefined): void;
}

/** A value by the field's own control, as the field stores it. */
function Value({ id, field, rule, value, text, onChange }: ValueProps) {
  const { services, dictionaries } = useFormScope();
  const isSeveral = rule === "in";
  const typed = (one: unknown) => typedInput(field.field, one ?? "") as RuleValue;
  const asked = { ...field, field: { ...field.field, multiple: false } };
  return (
    <FieldValue
      id={id}
      field={asked}
      editor={valueEditor(asked, rule)}
      isSeveral={isSeveral}
      value={Array.isArray(value) ? value.join(",") : value}
      text={text ?? undefined}
      services={services}
      dictionaries={dictionaries}
      onChange={(next, words) => onChange(isSeveral ? commaParts(next).map(typed) : typed(next), words)}
    />
  );
}

/** An effect of another kind, about the same fields as far as it can be. */
function effectOf(kind: EffectKind, before: RuleEffect | undefined): RuleEffect {
  const fields = before ? targetsOf(before) : [];
  if (isOfSeveral(kind)) return { do: kind, fields };
  const field = fields[0] ?? "";
  const made: { readonly [Kind in Exclude<EffectKind, "show" | "hide" | "require" | "lock">]: RuleEffect } = {
    set: { do: "set", field },
    compute: { do: "compute", field, formula: "" },
    options: { do: "options", field, values: [] },
    hint: { do: "hint", field, message: "" },
    refuse: { do: "refuse", field, message: "" },
  };
  return made[kind];
}

function EffectLine({
  effect,
  onChange,
  ...line
}: LineProps & { readonly effect: RuleEffect; onChange(effect: RuleEffect): void }) {
  const { fields, tables } = line.parts;
  const isField = !("fields" in effect);
  return (
    <Line {...line}>
      <span style={narrow}>
        <OneOf<EffectKind>
          label={texts.effectKind}
          choices={effectKinds.map((kind) => ({ value: kind, label: texts.effects[kind] }))}
          value={effect.do}
          onChange={(kind) => onChange(effectOf(kind, effect))}
        />
      </span>
      <span style={grow}>
        {isField ? (
          <FieldChoice
            fields={fields}
            value={effect.field ?? ""}
            onChange={(field) => onChange({ ...effectOf(effect.do, undefined), field } as RuleEffect)}
          />
        ) : (
          <Select
            mode="multiple"
            style={{ width: "100%" }}
            aria-label={texts.fields}
            placeholder={texts.chooseField}
            optionFilterProp="label"
            options={[
              ...[...fields].map(([value, { title }]) => ({ value, label: title })),
              ...(effect.do === "require" ? [] : [...tables].map(([value, label]) => ({ value, label }))),
            ]}
            value={[...effect.fields]}
            onChange={(next) => onChange({ ...effect, fields: next })}
          />
        )}
      </span>
      <EffectValue id={line.id} effect={effect} fields={fields} onChange={onChange} />
    </Line>
  );
}

interface EffectValueProps {
  readonly id: string;
  readonly effect: RuleEffect;
  readonly fields: SentenceParts["fields"];
  onChange(effect: RuleEffect): void;
}

function EffectValue({ id, effect, fields, onChange }: EffectValueProps) {
  if ("fields" in effect) return null;
  const field = fields.get(effect.field ?? "");
  switch (effect.do) {
    case "set":
      return field ? (
        <span style={grow}>
          <Value
            key={effect.field}
            id={id}
            field={field}
            rule="eq"
            value={effect.value}
            text={effect.text}
            onChange={(value, text) =>
              onChange({ do: "set", field: effect.field, value: value as RuleValue, ...(text ? { text } : {}) })
            }
          />
        </span>
      ) : null;
    case "options":
      return field ? (
        <span style={grow}>
          <Value
            key={effect.field}
            id={id}
            field={field}
            rule="in"
            value={effect.values}
            text={undefined}
            onChange={(values) => onChange({ ...effect, values: Array.isArray(values) ? values : [] })}
          />
        </span>
      ) : null;
    case "compute":
      return (
        <Input
          style={grow}
          aria-label={texts.formula}
          placeholder={texts.formula}
          value={effect.formula}
          onChange={(event) => onChange({ ...effect, formula: event.target.value })}
        />
      );
    default:
      return (
        <Input
          style={grow}
          aria-label={texts.message}
          placeholder={texts.message}
          maxLength={200}
          value={effect.message}
          onChange={(event) => onChange({ ...effect, message: event.target.value })}
        />
      );
  }
}
