import { buttonConditionProblem } from "../../../../runtime/online-forms/button-condition.ts";
import type { FormWorld } from "../../../../runtime/online-forms/compile-model.ts";
import { type NamedTable, tableAndCondition } from "../../../../runtime/online-forms/controls.ts";
import {
  type DbType,
  dbTypes,
  type OnlineFormButton,
  type OnlineFormDefinition,
  type OnlineFormField,
  type OnlineFormHead,
  type OnlineFormIndex,
  type ShowType,
  showTypes,
  tableTypes,
} from "../../../../runtime/online-forms/definition.ts";
import { builtInButtons } from "../../../../runtime/online-forms/form-buttons.ts";
import { engineColumns, formModelId, physicalTable, systemColumns } from "../../../../runtime/online-forms/names.ts";
import type { PageFinding } from "../../../../runtime/online-forms/pages/export-pages.ts";
import { repairForm } from "../../../../runtime/online-forms/pages/repair-form.ts";
import { fieldHref } from "../../../../runtime/wire/field-href.ts";
import { freeName } from "../pages/plan-import.ts";
import type { LegacyRow, LegacyTables } from "./read-legacy.ts";

/** `taken` is a part that came over as it was; the rest as for pages. */
export interface LegacyFinding extends Omit<PageFinding, "kind"> {
  readonly kind: PageFinding["kind"] | "taken";
}

/** One form of a former system as it would be here, with what became of each part of it. */
export interface LegacyForm {
  /** Of its head there. */
  readonly id: string;
  readonly formerName: string;
  /** Undefined when it cannot be a form of ours. */
  readonly definition: OnlineFormDefinition | undefined;
  readonly findings: readonly LegacyFinding[];
}

export interface LegacyWorld {
  readonly world: FormWorld;
  readonly isTaken: (tableName: string) => boolean;
  /** Codes of the dictionaries that are here. */
  readonly dictionaries: ReadonlySet<string>;
}

type Kind = "text" | "whole" | "yesNo" | "bitText";
type Words<Wire> = readonly (readonly [column: string, key: keyof Wire & string, kind: Kind, most?: number])[];

const headWords: Words<OnlineFormHead> = [
  ["table_txt", "tableTxt", "text", 200],
  ["is_checkbox", "isCheckbox", "yesNo"],
  ["is_page", "isPage", "yesNo"],
  ["is_tree", "isTree", "yesNo"],
  ["scroll", "scroll", "whole"],
  ["query_mode", "queryMode", "text", 10],
  ["relation_type", "relationType", "whole"],
  ["tab_order_num", "tabOrderNum", "whole"],
  ["tree_parent_id_field", "treeParentIdField", "text", 50],
  ["tree_id_field", "treeIdField", "text", 50],
  ["tree_fieldname", "treeFieldname", "text", 50],
  ["form_category", "formCategory", "text", 50],
  ["form_template", "formTemplate", "text", 2],
  ["form_template_mobile", "formTemplateMobile", "text", 50],
  ["theme_template", "themeTemplate", "text", 20],
  ["ext_config_json", "extConfigJson", "text", 2000],
];

const fieldWords: Words<OnlineFormField> = [
  ["order_num", "orderNum", "whole"],
  ["db_field_name", "dbFieldName", "text", 500],
  ["db_field_txt", "dbFieldTxt", "text", 200],
  ["db_length", "dbLength", "whole"],
  ["db_point_length", "dbPointLength", "whole"],
  ["db_default_val", "dbDefaultVal", "text", 200],
  ["db_is_key", "dbIsKey", "whole"],
  ["db_is_null", "dbIsNull", "whole"],
  ["db_is_persist", "dbIsPersist", "whole"],
  ["is_show_form", "isShowForm", "whole"],
  ["is_show_list", "isShowList", "whole"],
  ["is_read_only", "isReadOnly", "whole"],
  ["is_query", "isQuery", "whole"],
  ["sort_flag", "sortFlag", "bitText"],
  ["field_length", "fieldLength", "whole"],
  ["field_default_value", "fieldDefaultValue", "text", 500],
  ["query_mode", "queryMode", "text", 10],
  ["field_extend_json", "fieldExtendJson", "text", 2000],
  ["dict_table", "dictTable", "text", 500],
  ["dict_field", "dictField", "text", 500],
  ["dict_text", "dictText", "text", 500],
  ["field_href", "fieldHref", "text", 500],
  ["field_valid_type", "fieldValidType", "text", 300],
  ["field_must_input", "fieldMustInput", "bitText"],
  ["converter", "converter", "text", 500],
  ["main_table", "mainTable", "text", 50],
  ["main_field", "mainField", "text", 50],
  ["query_config_flag", "queryConfigFlag", "bitText"],
  ["query_show_type", "queryShowType", "text", 50],
  ["query_dict_table", "queryDictTable", "text", 500],
  ["query_dict_field", "queryDictField", "text", 500],
  ["query_dict_text", "queryDictText", "text", 500],
  ["query_def_val", "queryDefVal", "text", 500],
  ["query_valid_type", "queryValidType", "text", 300],
  ["query_must_input", "queryMustInput", "bitText"],
];

/** Every form of a former system that is no view, sub-tables below their main tables. */
export function convertLegacy(tables: LegacyTables, legacy: LegacyWorld): readonly LegacyForm[] {
  const converting = new Converting(tables, legacy);
  const heads = tables.heads.filter((head) => textOf(head.id) !== "");
  const isView = (head: LegacyRow) => bit(head.copy_type) === 1;
  const subs = heads.filter((head) => !isView(head) && wholeOf(head.table_type) === tableTypes.sub);
  const mains = heads.filter((head) => !isView(head) && wholeOf(head.table_type) !== tableTypes.sub);
  converting.nameAll([...mains, ...subs]);
  const used = new Set<string>();
  const forms = mains.map((head) => {
    const own = subs.filter((sub) => converting.mainTableOf(sub) === nameOf(head));
    for (const sub of own) used.add(textOf(sub.id));
    return converting.convert(head, own);
  });
  const alone = subs
    .filter((sub) => !used.has(textOf(sub.id)))
    .map((sub) => notTaken(sub, `附表的主表 ${converting.mainTableOf(sub) || "（未填）"} 不在旧系统里`));
  const views = heads.filter(isView).map((head) => notTaken(head, "视图：导入它的表单之后，用“生成视图”另做"));
  return [...forms, ...alone, ...views];
}

const notTaken = (head: LegacyRow, message: string): LegacyForm => ({
  id: textOf(head.id),
  formerName: shortOf(nameOf(head)),
  definition: undefined,
  findings: [{ place: titleOf(head), kind: "error", message }],
});

class Converting {
  readonly #tables: LegacyTables;
  readonly #legacy: LegacyWorld;
  /** Former name → the name here; one name for each. */
  readonly #names = new Map<string, string>();
  readonly #fields: ReadonlyMap<string, readonly LegacyRow[]>;

  readonly #world: FormWorld;

  constructor(tables: LegacyTables, legacy: LegacyWorld) {
    this.#tables = tables;
    this.#legacy = legacy;
    this.#world = {
      tableOf: (name) => legacy.world.tableOf(name) ?? this.#formerTable(name),
    };
    this.#fields = groupByHead(tables.fields);
  }

  /** Every form's name here, before the first is converted: dictionaries name other forms. */
  nameAll(heads: readonly LegacyRow[]): void {
    for (const head of heads) {
      const former = physicalTable(nameOf(head));
      if (this.#names.has(former)) continue;
      const taken = new Set(this.#names.values());
      const name = freeName(former || "form", (one) => this.#legacy.isTaken(one) || taken.has(one));
      this.#names.set(former, name);
      this.#heads.set(name, head);
    }
  }

  readonly #heads = new Map<string, LegacyRow>();

  /** A form of the former system by its name here, as a dictionary. */
  #formerTable(name: string): NamedTable | undefined {
    const head = this.#heads.get(name);
    if (!head) return undefined;
    const columns = this.#fieldsOf(head).map((row) => textOf(row.db_field_name).toLowerCase());
    return {
      model: formModelId(name),
      fields: new Map([...columns.map((column): [string, string] => [column, column]), ...systemColumns]),
    };
  }

  mainTableOf(head: LegacyRow): string {
    const key = this.#fieldsOf(head).find((field) => textOf(field.main_table) !== "");
    return textOf(key?.main_table).toLowerCase();
  }

  convert(head: LegacyRow, subs: readonly LegacyRow[]): LegacyForm {
    const findings: LegacyFinding[] = [];
    const main = this.#convertOne(head, subs.length > 0, findings);
    const definition: OnlineFormDefinition = {
      ...main,
      subs: subs.map((sub) => this.#convertOne(sub, false, findings)),
    };
    const { definition: repaired, findings: repairs, faults } = repairForm(definition, this.#world);
    findings.push(...repairs);
    findings.push(
      ...faults.map(
        ({ tableName, field, message }): LegacyFinding => ({
          place: field === undefined ? tableName : `${tableName}：${field}`,
          kind: "error",
          message,
        }),
      ),
    );
    const isUsable = faults.length === 0;
    return {
      id: textOf(head.id),
      formerName: shortOf(nameOf(head)),
      definition: isUsable ? repaired : undefined,
      findings: [...takenParts(repaired), ...findings],
    };
  }

  #convertOne(head: LegacyRow, hasSubs: boolean, findings: LegacyFinding[]): OnlineFormDefinition {
    const title = titleOf(head);
    const tell = (kind: LegacyFinding["kind"], part: string, message: string) =>
      findings.push({ place: part === "" ? title : `${title}：${part}`, kind, message });
    const tableName = this.#nameFor(head, tell);
    const type = wholeOf(head.table_type);
    const read = takeWords(head, headWords, (part, message) => tell("changed", part, message));
    const { treeIdField, treeParentIdField, treeFieldname, ...plain } = read;
    const isTree = plain.isTree === "Y";
    tellHead(head, tell);
    return {
      head: {
        ...plain,
        tableName,
        tableTxt: title,
        tableType: type === tableTypes.sub ? tableTypes.sub : hasSubs ? tableTypes.main : tableTypes.single,
        scroll: plain.scroll === 0 ? 0 : 1,
        queryMode: oneOf(plain.queryMode, ["single", "group"], "single"),
        relationType: plain.relationType === 1 ? 1 : 0,
        formTemplate: oneOf(plain.formTemplate, ["1", "2", "3", "4"], "1"),
        themeTemplate: oneOf(plain.themeTemplate, ["normal", "erp", "innerTable", "tab"], "normal"),
        ...(isTree
          ? {
              treeIdField: treeIdField || "has_child",
              treeParentIdField: treeParentIdField || "pid",
              treeFieldname: treeFieldname ?? null,
            }
          : {}),
      },
      fields: this.#fieldsOf(head).flatMap((row) => this.#convertField(row, tell)),
      indexes: this.#tables.indexes.filter(of(head)).flatMap((row) => convertIndex(row, tableName, tell)),
      buttons: this.#convertButtons(head, tell),
      subs: [],
    };
  }

  #nameFor(head: LegacyRow, tell: Tell): string {
    const former = physicalTable(nameOf(head));
    const name = this.#names.get(former) ?? former;
    if (name !== former) {
      const reason = this.#legacy.isTaken(former) ? "本系统已有这张表" : "表名不能使用";
      tell("changed", "", `${reason}，${shortOf(former)} → ${name}`);
    }
    return name;
  }

  #fieldsOf = (head: LegacyRow): readonly LegacyRow[] =>
    [...(this.#fields.get(textOf(head.id)) ?? [])].sort(
      (one, other) => (wholeOf(one.order_num) ?? 0) - (wholeOf(other.order_num) ?? 0),
    );

  #convertField(row: LegacyRow, tell: Tell): OnlineFormField[] {
    const name = textOf(row.db_field_name).toLowerCase();
    const title = (textOf(row.db_field_txt) || name).replaceAll("{{", "{ {").slice(0, 200);
    if (name === "") {
      tell("left", title || "字段", "没有字段名");
      return [];
    }
    // Every table has them here too, filled by the server.
    if (engineColumns.has(name) || (systemColumns.has(name) && !this.#isShown(row))) return [];
    const place = `字段 ${shortOf(title)}`;
    const read = takeWords(row, fieldWords, (key, message) => tell("changed", place, `${key} ${message}`));
    const shown = showTypeOf(textOf(row.field_show_type), (message) => tell("changed", place, message));
    const dbType = dbTypeOf(textOf(row.db_type), (message) => tell("changed", place, message));
    const field: OnlineFormField = {
      ...read,
      dbFieldName: name,
      dbFieldTxt: title,
      dbType,
      fieldShowType: shown,
      queryMode: oneOf(read.queryMode, ["single", "group", "like"], "single"),
      ...bits(read),
    };
    return [{ ...field, ...this.#withoutForeign(field, place, tell) }];
  }

  #isShown = (row: LegacyRow): boolean => bit(row.is_show_list) === 1 || bit(row.is_query) === 1;

  /** What names something of the other system. */
  #withoutForeign(field: OnlineFormField, place: string, tell: Tell): Partial<OnlineFormField> {
    const { mainTable, mainField, dictField, dictTable, fieldHref: href, converter } = field;
    const changes: { -readonly [Key in keyof OnlineFormField]?: OnlineFormField[Key] } = {};
    if (dictTable) changes.dictTable = this.#namedHere(dictTable, place, tell);
    if (mainTable) {
      changes.mainTable = this.#names.get(mainTable.toLowerCase()) ?? mainTable.toLowerCase();
      if (mainField !== "id") {
        tell("changed", place, `外键指向 ${shortOf(mainField ?? "")}，这里只能指向主表的 id`);
        changes.mainField = "id";
      }
    }
    if (!dictTable && dictField && usesDictionary.has(field.fieldShowType ?? "")) {
      if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(dictField)) {
        tell("changed", place, `字典编码 ${shortOf(dictField)} 不能使用，改为文本`);
        Object.assign(changes, { fieldShowType: "text", dictField: null });
      } else if (!this.#legacy.dictionaries.has(dictField)) {
        tell("changed", place, `本系统没有字典 ${dictField}，请先建立字典，否则没有可选的值`);
      }
    }
    if (
      href &&
      fieldHref(
        href,
        (name) => name,
        () => undefined,
      ) === undefined
    ) {
      tell("left", place, `链接 ${shortOf(href)} 不能使用（脚本、令牌或旧系统的组件）`);
      changes.fieldHref = null;
    }
    if (converter) {
      tell("left", place, `转换器 ${shortOf(converter)} 是旧系统的类，不执行`);
      changes.converter = null;
    }
    return changes;
  }

  /** A dictionary's table under its name here; conditions that cannot be bound as values are left out. */
  #namedHere(dictTable: string, place: string, tell: Tell): string {
    const { table, condition } = tableAndCondition(dictTable);
    const name = this.#names.get(table);
    if (name !== undefined && this.#legacy.world.tableOf(name) === undefined) {
      tell("changed", place, `字典是旧系统的表单 ${table}，请一并导入`);
    }
    const given = name ?? table;
    if (!/^[a-z][a-z0-9_]*$/.test(table)) return dictTable;
    if (condition === undefined) return given;
    if (simpleCondition.test(condition)) return `${given} where ${condition}`;
    tell("left", place, `字典的条件 ${shortOf(condition)} 不能翻译，可选的值不受它限制`);
    return given;
  }

  #convertButtons(head: LegacyRow, tell: Tell): OnlineFormButton[] {
    const columns = new Set(this.#fieldsOf(head).map((row) => textOf(row.db_field_name).toLowerCase()));
    const codes = new Set<string>(builtInButtons);
    for (const row of this.#tables.scripts.filter(of(head))) {
      if (textOf(row.cg_js).trim() === "") continue;
      tell("left", `页面脚本（${textOf(row.cg_js_type) || "form"}）`, "脚本不执行；请改用默认值、校验规则、联动或按钮");
    }
    for (const row of this.#tables.classes.filter(of(head))) {
      const target = shortOf(textOf(row.cg_java_value));
      const isHttp = textOf(row.cg_java_type) === "http";
      const message = isHttp ? `接口 ${target}：同步后在“按钮增强”里添加` : `类 ${target} 不执行；请改为接口`;
      tell("left", `Java 增强 ${shortOf(textOf(row.button_code))}`, message);
    }
    for (const row of this.#tables.statements.filter(of(head))) {
      const text = shortOf(textOf(row.cgb_sql).replace(/\s+/g, " "));
      const message = `语句要按本系统的表检查，同步后在“按钮增强”里添加：${text}`;
      tell("left", `SQL 增强 ${shortOf(textOf(row.button_code))}`, message);
    }
    return this.#tables.buttons.filter(of(head)).flatMap((row): OnlineFormButton[] => {
      const [code, name] = [textOf(row.button_code), textOf(row.button_name)];
      const place = `按钮 ${shortOf(name || code)}`;
      const problem = buttonConditionProblem(row.exp, columns);
      const reason = !/^[A-Za-z]\w{0,49}$/.test(code)
        ? "按钮编码不能使用"
        : codes.has(code)
          ? `按钮编码 ${code} 是系统的按钮，或写了两次`
          : textOf(row.opt_type) === "js"
            ? "按钮执行脚本，脚本不执行"
            : problem;
      if (reason !== undefined) {
        tell("left", place, reason);
        return [];
      }
      codes.add(code);
      tell("taken", place, row.exp ? `带条件 ${shortOf(row.exp)}` : "总是显示");
      return [
        {
          buttonCode: code,
          buttonName: (name || code).slice(0, 50),
          buttonIcon: textOf(row.button_icon).slice(0, 50) || null,
          buttonStyle: oneOf(textOf(row.button_style), ["link", "button", "form"], "link"),
          optType: "action",
          orderNum: Math.min(Math.max(wholeOf(row.order_num) ?? 0, 0), 10_000),
          exp: row.exp?.slice(0, 255) ?? null,
          buttonStatus: textOf(row.button_status) === "0" ? "0" : "1",
        },
      ];
    });
  }
}

type Tell = (kind: LegacyFinding["kind"], part: string, message: string) => void;

/** What of a head has no place here. */
function tellHead(head: LegacyRow, tell: Tell): void {
  if (["NATIVE", "SEQUENCE"].includes(textOf(head.id_type))) tell("changed", "主键", "编号由系统生成，不用序列");
  if (textOf(head.is_des_form) === "Y") tell("left", "设计表单", "表单设计器的页面不导入，用字段生成的页面");
  if (/"(reportPrintShow|enableExternalLink)"\s*:\s*"?1/.test(textOf(head.ext_config_json))) {
    tell("left", "扩展配置", "积木报表打印和外部链接不导入");
  }
  tell("left", "数据", "只导入定义；表里的数据请在同步后用导入功能");
}

function takenParts(definition: OnlineFormDefinition): LegacyFinding[] {
  return [definition, ...definition.subs].map(({ head, fields, indexes }) => ({
    place: head.tableTxt,
    kind: "taken" as const,
    message: `表 ${head.tableName}，${fields.length} 个字段，${indexes.length} 个索引`,
  }));
}

function convertIndex(row: LegacyRow, tableName: string, tell: Tell): OnlineFormIndex[] {
  if (textOf(row.del_flag) === "1") return [];
  const [name, fields] = [textOf(row.index_name), textOf(row.index_field).toLowerCase()];
  if (name === "" || fields === "") {
    tell("left", `索引 ${shortOf(name)}`, "没有名称或字段");
    return [];
  }
  return [
    {
      indexName: `${tableName.slice(0, 30)}_${name}`.slice(0, 100),
      indexField: fields.slice(0, 500),
      indexType: textOf(row.index_type) === "unique" ? "unique" : "normal",
      delFlag: 0,
    },
  ];
}

/** `a = 'x' and b = 1`, what the compiler reads. */
const simpleCondition =
  /^\s*[a-z]\w*\s*=\s*(?:'[^']*'|-?\d{1,15})(?:\s+and\s+[a-z]\w*\s*=\s*(?:'[^']*'|-?\d{1,15}))*\s*$/i;

const usesDictionary: ReadonlySet<string> = new Set(["list", "radio", "checkbox", "list_multi", "sel_search"]);

function showTypeOf(text: string, tell: (message: string) => void): ShowType {
  const wanted = text === "" ? "text" : text;
  const known = showTypes.find((one) => one === wanted);
  if (known) return known;
  tell(`控件 ${shortOf(text)} 没有，改为文本`);
  return "text";
}

const otherTypes: Readonly<Record<string, DbType>> = {
  varchar: "string",
  integer: "int",
  bigint: "int",
  float: "double",
  decimal: "BigDecimal",
  timestamp: "Datetime",
  longtext: "Text",
};

function dbTypeOf(text: string, tell: (message: string) => void): DbType {
  const known = dbTypes.find((one) => one.toLowerCase() === text.toLowerCase());
  if (known) return known;
  const near = otherTypes[text.toLowerCase()] ?? "string";
  tell(`类型 ${shortOf(text)} → ${near}`);
  return near;
}

/** The words of a row that are ours; too long ones are cut and told. */
function takeWords<Wire>(
  row: LegacyRow,
  words: Words<Wire>,
  tell: (key: string, message: string) => void,
): Partial<Wire> {
  const found: Record<string, unknown> = {};
  for (const [column, key, kind, most = 100] of words) {
    const value = row[column];
    if (value === null || value === undefined || value === "") continue;
    if (kind === "text") {
      if (value.length > most) tell(key, `超过 ${most} 个字符，不采用`);
      else found[key] = value;
    } else if (kind === "whole") {
      const whole = column.startsWith("is_") || column.startsWith("db_is_") ? bit(value) : wholeOf(value);
      if (whole === undefined || Math.abs(whole) > 100_000) tell(key, `${shortOf(value)} 不是可用的数，不采用`);
      else found[key] = whole;
    } else if (kind === "bitText") found[key] = bit(value) === 1 ? "1" : "0";
    else found[key] = /^(y|1|true|t)$/i.test(value) ? "Y" : "N";
  }
  return found as Partial<Wire>;
}

/** Bounds of numbers, as the definition's schema has them. */
function bits({
  dbLength,
  dbPointLength,
  fieldLength,
  dbIsPersist,
}: Partial<OnlineFormField>): Partial<OnlineFormField> {
  return {
    ...(typeof dbLength === "number" && dbLength < 0 ? { dbLength: null } : {}),
    ...(typeof dbPointLength === "number" && (dbPointLength < 0 || dbPointLength > 100) ? { dbPointLength: null } : {}),
    ...(typeof fieldLength === "number" && (fieldLength < 0 || fieldLength > 10_000) ? { fieldLength: null } : {}),
    ...(dbIsPersist === undefined ? {} : { dbIsPersist }),
  };
}

const oneOf = <const Value extends string>(text: unknown, known: readonly Value[], usual: NoInfer<Value>): Value =>
  known.find((one) => one === text) ?? usual;

const textOf = (value: string | null | undefined): string => (value ?? "").trim();
function wholeOf(value: string | null | undefined): number | undefined {
  const number = Number(textOf(value));
  return textOf(value) !== "" && Number.isSafeInteger(Math.trunc(number)) ? Math.trunc(number) : undefined;
}
/** Drivers give a bit as `1`, `t`, `true` or the byte itself. */
const set: ReadonlySet<string> = new Set(["1", "t", "true", "y", String.fromCharCode(1)]);
const bit = (value: string | null | undefined): 0 | 1 => (set.has((value ?? "").toLowerCase()) ? 1 : 0);
const nameOf = (head: LegacyRow): string => textOf(head.table_name).toLowerCase();
const titleOf = (head: LegacyRow): string =>
  (textOf(head.table_txt) || nameOf(head) || textOf(head.id)).replaceAll("{{", "{ {").slice(0, 200);
const headOf = (row: LegacyRow): string => textOf(row.cgform_head_id);
const of = (head: LegacyRow) => (row: LegacyRow) => headOf(row) === textOf(head.id);
const shortOf = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);

function groupByHead(rows: readonly LegacyRow[]): ReadonlyMap<string, readonly LegacyRow[]> {
  const found = new Map<string, LegacyRow[]>();
  for (const row of rows) {
    const list = found.get(headOf(row));
    if (list) list.push(row);
    else found.set(headOf(row), [row]);
  }
  return found;
}
