import type { ListPlan } from "../../../runtime/compile/plan.ts";
import "../../actions/index.gen.ts";
import { fieldItems, flatItems } from "../../../runtime/compile/flat-items.ts";
import type { FieldItemPlan, ItemPlan, SubTablePlan, ViewPlan } from "../../../runtime/compile/view-plan.ts";
import { isBlank } from "../../../runtime/format/cell-text.ts";
import type { FieldState } from "../../../runtime/linkage/linkage.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import { mayChange, maySee } from "../../../runtime/react/field-rights.ts";
import { type ActionHost, runActions } from "../../../runtime/react/run-actions.ts";
import { buildScope, isTrue } from "../../../runtime/react/scope.ts";
import { type ConsoleServices, RequestError } from "../../../runtime/react/services.ts";
import type { FieldError } from "../../../runtime/record/record-types.ts";
import { withoutIdentity } from "../../form/changes.ts";
import { maskedFields, recordLogic } from "../../form/form-logic.ts";
import { FormSession } from "../../form/form-session.ts";
import { recordContext } from "../../form/record-context.ts";
import { saveRequest } from "../../form/save-request.ts";
import { takeSnapshots } from "../../form/snapshots.ts";
import { fieldErrorsOf } from "../../form/use-save.ts";

export type ViewMode = "add" | "edit" | "detail" | "copy";

/** One open form or detail, with the rules of the product and without its looks. */
export class OpenedView {
  readonly name: string;
  readonly mode: ViewMode;
  readonly row: Row;
  readonly session: FormSession;
  errors: readonly FieldError[] = [];
  isClosed = false;

  readonly #plan: ListPlan;
  readonly #view: ViewPlan;
  readonly #services: ConsoleServices;
  readonly #dictionaries: DictionaryCache;

  constructor(
    plan: ListPlan,
    view: ViewPlan,
    mode: ViewMode,
    row: Row,
    services: ConsoleServices,
    dictionaries: DictionaryCache,
  ) {
    this.name = view.name;
    this.mode = mode;
    this.row = mode === "copy" ? withoutIdentity(row) : row;
    this.#plan = plan;
    this.#view = view;
    this.#services = services;
    this.#dictionaries = dictionaries;
    const masked = maskedFields(plan.model, (code) => services.hasPermission(code));
    const context = recordContext(mode, services, dictionaries, this.row);
    this.session = new FormSession(recordLogic(plan, view, this.row, context, masked));
    for (const { relation } of subTables(view.items)) {
      if (relation === undefined) continue;
      if (!Array.isArray(this.session.row[relation])) this.session.load({ [relation]: [] });
      this.session.attach(relation, {
        changed: () => undefined,
        showErrors: () => undefined,
        validate: async () => true,
      });
    }
  }

  /** Names of the fields that stand in the view, in their order. */
  get fieldNames(): readonly string[] {
    return fieldItems(this.#view.items).map(({ name }) => name);
  }

  /** The field's own place in the view; undefined where it does not stand. */
  item(name: string): FieldItemPlan | undefined {
    return fieldItems(this.#view.items).find((item) => item.name === name);
  }

  isVisible(name: string): boolean {
    const item = this.item(name);
    if (!item) return this.isTableVisible(name);
    if (!maySee(this.#services, this.#plan.model, item.field)) return false;
    if (this.mode === "detail") return isTrue(item.visible, this.#scope());
    if (item.onlyWithValue && isBlank(this.row[name])) return false;
    return this.session.state(name).visible;
  }

  isTableVisible(relation: string): boolean {
    const table = subTables(this.#view.items).find((each) => each.relation === relation);
    return table !== undefined && this.session.state(relation).visible;
  }

  isDisabled(name: string): boolean {
    const item = this.item(name);
    if (!item) return true;
    return item.readOnly || this.state(name).disabled || !mayChange(this.#services, this.#plan.model, item.field);
  }

  state(name: string, relation?: string, index = 0): FieldState {
    if (relation === undefined) return this.session.state(name);
    return this.session.cellState({ relation, index, column: name });
  }

  valueOf(name: string, relation?: string, index = 0): unknown {
    const { row } = this.session;
    return relation === undefined ? row[name] : this.rows(relation)[index]?.[name];
  }

  rows(relation: string): readonly Row[] {
    const rows = this.session.row[relation];
    return Array.isArray(rows) ? rows : [];
  }

  async fill(name: string, value: unknown): Promise<void> {
    const item = this.item(name);
    if (!item) throw new Error(`视图 ${this.name} 里没有字段 ${name}`);
    const before = this.session.row[name];
    this.session.set({ [name]: value });
    this.errors = this.session.checkField(name);
    await takeSnapshots(this.#plan, item, this.session, this.#services);
    if (!(await runActions(item.onChange, this.#host()))) this.session.set({ [name]: before });
  }

  fillCell(relation: string, index: number, name: string, value: unknown): void {
    const rows = this.rows(relation).map((row, at) => (at === index ? { ...row, [name]: value } : row));
    this.session.set({ [relation]: rows });
  }

  addRow(relation: string, values: Row): void {
    const row = this.session.newSubRow(relation, values);
    this.session.set({
      [relation]: [...this.rows(relation), { id: `row-${this.rows(relation).length}`, ...row, ...values }],
    });
  }

  removeRow(relation: string, index: number): void {
    this.session.set({ [relation]: this.rows(relation).filter((_, at) => at !== index) });
  }

  /** What 保存 does. */
  async submit(): Promise<void> {
    const { check } = this.session;
    this.errors = check.call(this.session);
    if (this.errors.length > 0 || this.mode === "detail") return;
    const { mode, row: opened, session } = this;
    try {
      await this.#services.request(
        saveRequest({ plan: this.#plan, session, mode, opened, version: opened.version, idempotencyKey: "test" }),
      );
      this.isClosed = true;
      await runActions(this.#view.on.saved, this.#host());
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      this.errors = fieldErrorsOf(reason);
      if (this.errors.length === 0) this.#services.notify(reason.status === 409 ? "warning" : "error", reason.message);
    }
  }

  #scope() {
    const form = this.session.row;
    return buildScope(this.#services, { row: this.row, form, mode: this.mode, dicts: this.#dictionaries.all() });
  }

  #host(): ActionHost {
    return {
      services: this.#services,
      scope: () => this.#scope(),
      open: () => undefined,
      close: () => {
        this.isClosed = true;
      },
      reload: async () => undefined,
      transition: async () => undefined,
      setValue: (field, value) => this.session.set({ [field]: value }),
    };
  }
}

const subTables = (items: readonly ItemPlan[]): readonly SubTablePlan[] =>
  flatItems(items).filter((item) => item.kind === "subTable");
