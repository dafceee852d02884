import { schemaLimits } from "../json-schema/keywords.ts";
import { list, object } from "../schema/fragments/build.ts";
import type { MetaSchema } from "../schema/meta-schema.ts";
import {
  dbTypes,
  type OnlineFormButton,
  type OnlineFormField,
  type OnlineFormHead,
  type OnlineFormIndex,
  showTypes,
} from "./definition.ts";
import { ruleOps, stateEffects } from "./rules/form-rule.ts";

/** A row of a table: every key may be null. Keys of recorded clients that are not ours (`createBy`) are let through. */
const rowOf = (properties: Readonly<Record<string, MetaSchema>>, required: readonly string[]): MetaSchema => ({
  ...object(properties, required),
  additionalProperties: true,
});
const text = (maxLength: number): MetaSchema => ({ type: ["string", "null"], maxLength });
const name = (maxLength: number): MetaSchema => ({ type: "string", minLength: 1, maxLength });
const choice = (...values: readonly (string | number)[]): MetaSchema => ({ enum: [...values, null] });
const whole = (minimum: number, maximum: number): MetaSchema => ({ type: ["integer", "null"], minimum, maximum });
const bit = choice(0, 1);
const bitText = choice("0", "1");
const yesNo = choice("Y", "N");
const id = text(64);
const maxTargets = 100;

const value: MetaSchema = { type: ["string", "number", "boolean", "null"], maxLength: 500 };
const values = (maxItems: number): MetaSchema => ({ type: "array", items: value, maxItems });
const column = name(50);
const effect = (kinds: readonly string[], properties: Readonly<Record<string, MetaSchema>>): MetaSchema => ({
  ...object({ do: { enum: kinds }, ...properties }, ["do", ...Object.keys(properties).filter((key) => key !== "text")]),
});

/** As many rules, and parts of one, as a person oversees. */
export const maxRules = 100;

const rules: MetaSchema = {
  type: ["array", "null"],
  maxItems: maxRules,
  items: object(
    {
      match: { enum: ["all", "any"] },
      when: {
        type: "array",
        maxItems: 20,
        items: object(
          { field: text(50), op: { enum: ruleOps }, value: { anyOf: [value, values(100)] }, text: text(1000) },
          ["field", "op"],
        ),
      },
      formula: text(1000),
      // biome-ignore lint/suspicious/noThenProperty: 当 … 则 … of the rule
      then: {
        type: "array",
        maxItems: 20,
        items: {
          anyOf: [
            effect(stateEffects, { fields: { type: "array", items: column, maxItems: maxTargets } }),
            effect(["set"], { field: text(50), value, text: text(1000) }),
            effect(["compute"], { field: text(50), formula: text(1000) }),
            effect(["options"], { field: text(50), values: values(200) }),
            effect(["hint", "refuse"], { field: text(50), message: text(500) }),
          ],
        },
      },
    },
    ["match", "when", "then"],
  ),
};

const head: Record<keyof OnlineFormHead, MetaSchema> = {
  id,
  tableName: name(50),
  tableTxt: name(200),
  tableType: { enum: [1, 2, 3] },
  tableVersion: whole(1, 1_000_000),
  isDbSynch: yesNo,
  isCheckbox: yesNo,
  isPage: yesNo,
  isTree: yesNo,
  scroll: bit,
  idType: choice("UUID", "NATIVE", "SEQUENCE"),
  idSequence: text(200),
  queryMode: choice("single", "group"),
  relationType: bit,
  subTableStr: text(1000),
  tabOrderNum: whole(0, 10_000),
  treeParentIdField: text(50),
  treeIdField: text(50),
  treeFieldname: text(50),
  formCategory: text(50),
  formTemplate: choice("1", "2", "3", "4"),
  formTemplateMobile: text(50),
  themeTemplate: choice("normal", "erp", "innerTable", "tab"),
  copyType: bit,
  copyVersion: whole(0, 10_000),
  physicId: id,
  extConfigJson: text(2000),
  rules,
  isDesForm: yesNo,
  desFormCode: text(50),
  content: text(1000),
};

const field: Record<keyof OnlineFormField, MetaSchema> = {
  id,
  cgformHeadId: id,
  orderNum: whole(-10_000, 10_000),
  dbFieldName: name(32),
  dbFieldTxt: name(200),
  dbFieldNameOld: text(32),
  dbType: { enum: dbTypes },
  dbLength: whole(0, 100_000),
  dbPointLength: whole(0, 100),
  dbDefaultVal: text(200),
  dbIsKey: bit,
  dbIsNull: bit,
  dbIsPersist: bit,
  isShowForm: bit,
  isShowList: bit,
  isReadOnly: bit,
  isQuery: bit,
  sortFlag: bitText,
  fieldShowType: choice(...showTypes),
  fieldLength: whole(0, 10_000),
  fieldDefaultValue: text(500),
  queryMode: choice("single", "group", "like"),
  fieldExtendJson: text(2000),
  jsonSchema: text(schemaLimits.characters),
  dictTable: text(500),
  dictField: text(500),
  dictText: text(500),
  fieldHref: text(500),
  fieldValidType: text(300),
  fieldMustInput: bitText,
  converter: text(255),
  mainTable: text(50),
  mainField: text(50),
  queryConfigFlag: bitText,
  queryShowType: text(50),
  queryDictTable: text(500),
  queryDictField: text(500),
  queryDictText: text(500),
  queryDefVal: text(500),
  queryValidType: text(300),
  queryMustInput: bitText,
};

const index: Record<keyof OnlineFormIndex, MetaSchema> = {
  id,
  cgformHeadId: id,
  indexName: name(100),
  indexField: name(500),
  indexType: { enum: ["normal", "unique"] },
  isDbSynch: yesNo,
  delFlag: bit,
};

const button: Record<keyof OnlineFormButton, MetaSchema> = {
  id,
  cgformHeadId: id,
  buttonCode: name(50),
  buttonName: name(50),
  buttonIcon: text(50),
  buttonStyle: { enum: ["link", "button", "form"] },
  optType: { enum: ["js", "action"] },
  optPosition: text(10),
  orderNum: whole(0, 10_000),
  exp: text(255),
  buttonStatus: bitText,
};

const most = (items: MetaSchema, maxItems: number): MetaSchema => ({ ...list(items), maxItems });

/** Five hundred of its own, with those that every form has: fewer than PostgreSQL's row holds. */
export const maxFields = 510;
export const maxIndexes = 50;

const parts = {
  head: rowOf(head, ["tableName", "tableTxt", "tableType"]),
  fields: { ...most(rowOf(field, ["dbFieldName", "dbFieldTxt", "dbType"]), maxFields), minItems: 1 },
  indexes: most(rowOf(index, ["indexName", "indexField", "indexType"]), maxIndexes),
  buttons: most(rowOf(button, ["buttonCode", "buttonName", "buttonStyle", "optType"]), 50),
};

/** One definition as a file or a version has it. */
export const definitionSchema: MetaSchema = {
  $id: "online-form",
  ...object({ ...parts, subs: most({ $ref: "online-form" }, 20) }, ["head", "fields", "indexes", "buttons", "subs"]),
};

/** The body of `addAll` and `editAll`, with the wire's spelling of `indexs`. */
export const saveBodySchema: MetaSchema = {
  ...object(
    {
      head: parts.head,
      fields: most(rowOf(field, ["dbFieldName", "dbFieldTxt", "dbType"]), maxFields),
      indexs: parts.indexes,
      deleteFieldIds: most({ type: "string", maxLength: 64 }, maxFields),
      deleteIndexIds: most({ type: "string", maxLength: 64 }, maxIndexes),
    },
    ["head"],
  ),
  additionalProperties: true,
};
