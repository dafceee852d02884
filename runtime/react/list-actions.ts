import { runInAction } from "mobx";
import type { ButtonPlan, ListPlan } from "../compile/plan.ts";
import type { Scope } from "../expr/compile.ts";
import { resolveJson } from "../expr/template.ts";
import type { Row } from "../model/resolved-model.ts";
import { closedReason, isDisabled, isShown, type RowButton } from "./button-state.ts";
import type { DictionaryCache } from "./dictionary-cache.ts";
import { backgroundRows, type ExportFormat, exportCount, exportFormats, mayExportLater } from "./export-formats.ts";
import type { ListStore, OpenView } from "./list-store.ts";
import { newKey } from "./new-key.ts";
import { type Move, moveMatching, moveRows, removeMatching, removeRows } from "./row-calls.ts";
import { type ActionHost, runActions } from "./run-actions.ts";
import { buildScope } from "./scope.ts";
import { type ConsoleServices, RequestError } from "./services.ts";

/** Texts of the questions and hints; the renderers hand in theirs. */
export interface ListActionTexts {
  readonly deleteTitle: string;
  readonly deleteContent: string;
  readonly deleteMatching: (count: number) => string;
  readonly deleteOk: (count: number) => string;
  readonly tooMany: (limit: number) => string;
  readonly selectOne: string;
  readonly exportFailed: string;
  readonly generated: (made: Generated) => string;
}

/** What a generation makes, or would make. */
export interface Generated {
  readonly rows: readonly {
    readonly id: string;
    readonly title: string;
    readonly count: number;
    readonly amount: number;
  }[];
  readonly count: number;
  readonly amount: number;
}

/** What a list's buttons need from the browser. */
export interface ListActionTools {
  readonly texts: ListActionTexts;
  save(file: { readonly blob: Blob; readonly fileName: string }, name: string | undefined): void;
  openImport(button: ButtonPlan): void;
  openRecycleBin(): void;
  /** Asks which rows and columns, how, and whether now or in the background; absent where nobody can be asked. */
  openExport?(button: ButtonPlan): void;
  /** Names of the columns that this person has on the screen; an export brings the same. */
  shownColumns(): readonly string[];
  print(): void;
  /** The record that all rows belong to, as it is now. */
  master?(): Row | undefined;
  pickFiles?: NonNullable<ActionHost["pickFiles"]>;
}

/** Two presses of one button closer than this are one press. */
const fastClickMs = 300;
/** Rows that one call over all that match takes; the server refuses more. */
export const batchLimit = 1000;
/** One frame. A press that is over sooner showed no busy state that could stop a second one. */
const instantMs = 16;

/** What the buttons of a list do: questions first, then the call, then the list again. */
export class ListActions {
  readonly #store: ListStore;
  readonly #services: ConsoleServices;
  readonly #dictionaries: DictionaryCache;
  readonly #tools: ListActionTools;
  /** Names the question that stands open: answered once more because the first answer got lost, it acts once. */
  #asked = "";
  readonly #pressed = new Map<string, number>();

  constructor(store: ListStore, dictionaries: DictionaryCache, tools: ListActionTools) {
    this.#store = store;
    this.#services = store.services;
    this.#dictionaries = dictionaries;
    this.#tools = tools;
  }

  scope(row?: Row): Scope {
    const { rows, selected, applied, fixed, side } = this.#store;
    return buildScope(this.#services, {
      row,
      rows,
      selection: { keys: [...selected.keys()], rows: [...selected.values()] },
      query: { ...fixed, ...side, ...applied },
      master: this.#tools.master?.(),
      dicts: this.#dictionaries.all(),
    });
  }

  /** The buttons of a row or of the toolbar that this person may see now. */
  shown(buttons: readonly ButtonPlan[], row?: Row): readonly ButtonPlan[] {
    const scope = this.scope(row);
    return buttons.filter((button) => isShown(button, this.#plan, this.#services, scope, row));
  }

  /** The buttons of a row with what closes them; one that is open is the plan's own. */
  ofRow(row: Row): readonly RowButton[] {
    const scope = this.scope(row);
    return this.shown(this.#plan.rowActions.items, row).map((button) =>
      isDisabled(button, scope) ? { ...button, isClosed: true, reason: closedReason(button, scope) } : button,
    );
  }

  isDisabled(button: ButtonPlan, row?: Row): boolean {
    return isDisabled(button, this.scope(row));
  }

  isBusy(button: ButtonPlan, row?: Row): boolean {
    return this.#store.busy.has(this.#busyKey(button, row));
  }

  /** One press of a button. Failures are told by the console; the list stays as it was. */
  press(button: ButtonPlan, row?: Row): Promise<void> {
    return this.#pressOnce(button, row, () => this.#run(button, row));
  }

  /** The export button with another format than the usual .xlsx. */
  exportAs(button: ButtonPlan, format: ExportFormat): Promise<void> {
    return this.#pressOnce(button, undefined, () => this.#exportOrAsk(button, format), format);
  }

  /** Opens the choice of rows, columns and way of an export; undefined where there is none. */
  get openExport(): ((button: ButtonPlan) => void) | undefined {
    return mayExportLater(this.#store) ? this.#tools.openExport : undefined;
  }

  async #pressOnce(button: ButtonPlan, row: Row | undefined, run: () => Promise<void>, variant = ""): Promise<void> {
    const key = this.#busyKey(button, row);
    if (this.#store.busy.has(key) || this.#isFastRepeat(key + variant)) return;
    if (this.shown([button], row).length === 0) return;
    if (this.isDisabled(button, row)) return this.#tellClosed(button, row);
    runInAction(() => this.#store.busy.add(key));
    const startedAt = Date.now();
    try {
      await run();
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      await this.#afterFailure(reason);
    } finally {
      runInAction(() => this.#store.busy.delete(key));
      // What took its time was guarded by being busy; the next press is meant, however soon it comes.
      if (Date.now() - startedAt > instantMs) this.#pressed.delete(key + variant);
    }
  }

  /** A finger finds no tooltip. */
  #tellClosed(button: ButtonPlan, row: Row | undefined): void {
    const reason = closedReason(button, this.scope(row));
    if (reason !== "") this.#services.notify("warning", reason);
  }

  /** Runs the actions of a link cell or another part that is no button. */
  async runOn(row: Row | undefined, actions: Parameters<typeof runActions>[0]): Promise<void> {
    try {
      await runActions(actions, this.#host(row));
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      this.#services.notify("error", reason.message, reason);
    }
  }

  open(view: string, mode: OpenView["mode"], row: Row | undefined, values: Row = {}, button?: ButtonPlan): void {
    this.#asked = newKey();
    this.#store.openView({ view, mode, row, values, button });
  }

  async #run(button: ButtonPlan, row: Row | undefined): Promise<void> {
    if (button.preset === "deleteBatch" && this.#store.selected.size === 0) {
      this.#services.notify("warning", this.#tools.texts.selectOne);
      return;
    }
    if (this.#isTooMuch(button, row)) return this.#services.notify("warning", this.#tools.texts.tooMany(batchLimit));
    if (!(await this.#isConfirmed(button, row))) return;
    if (button.kind === "own" && button.ask.length > 0) return this.open(button.key, "ask", row, {}, button);
    if (button.kind === "own") {
      await runActions(button.actions, this.#host(row));
      return;
    }
    await this.#runPreset(button, row);
  }

  /** What a button fills in, its expressions evaluated; what gives nothing leaves the field to its default. */
  #given({ values = {} }: ButtonPlan, row?: Row): Row {
    const given = resolveJson(values, this.scope(row)) as Row;
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
  }

  async #runPreset(button: ButtonPlan, row: Row | undefined): Promise<void> {
    switch (button.preset) {
      case "add":
        return this.open(button.view ?? "form", "add", undefined, { ...this.#startValues(), ...this.#given(button) });
      case "addChild":
        return this.open(button.view ?? "form", "add", undefined, {
          ...this.#startValues(),
          ...this.#childValues(row),
          ...this.#given(button, row),
        });
      case "edit":
        return this.open(button.view ?? "form", "edit", row);
      case "copy":
        return this.open(button.view ?? "form", "copy", row);
      case "detail":
        return this.open(button.view ?? "detail", "detail", row);
      case "delete":
        return removeRows(this.#store, row ? [row] : []);
      case "deleteBatch":
        return this.#store.isAllMatching
          ? removeMatching(this.#store)
          : removeRows(this.#store, [...this.#store.selected.values()]);
      case "generate":
        return this.open(button.key, "ask", undefined, {}, button);
      case "transition":
        return this.#pressTransition(button, row);
      case "export":
        return this.#exportOrAsk(button, exportFormats(this.#store, button)[0] ?? "xlsx");
      case "import":
        return this.#tools.openImport(button);
      case "recycleBin":
        return this.#tools.openRecycleBin();
      case "print":
        return this.#tools.print();
      default:
        return this.#store.reload();
    }
  }

  async #isConfirmed(button: ButtonPlan, row: Row | undefined): Promise<boolean> {
    if (!button.confirm) return true;
    const result = await this.#factsFor(button, row);
    const text = button.confirm.render({ ...this.scope(row), result });
    const { texts } = this.#tools;
    if (button.preset === "delete" || button.preset === "deleteBatch") {
      const count = button.preset === "delete" ? 1 : this.#store.selectedCount;
      const isAll = button.preset === "deleteBatch" && this.#store.isAllMatching;
      const content = isAll ? texts.deleteMatching(count) : text;
      const okText = texts.deleteOk(count);
      return this.#services.confirm({ title: texts.deleteTitle, content, danger: true, okText });
    }
    return this.#services.confirm({ title: button.label, content: text, danger: button.danger, okText: button.label });
  }

  /** What the question has to say of the rows, read when it is about to be asked. */
  async #factsFor({ confirmWith }: ButtonPlan, row: Row | undefined): Promise<unknown> {
    if (confirmWith === undefined || (!row && this.#store.isAllMatching)) return undefined;
    const params = row ? { id: this.#store.keyOf(row) } : { ids: [...this.#store.selected.keys()].join(",") };
    return this.#services.request({ method: "GET", url: confirmWith, params });
  }

  /** A call over everything that matches is one call. */
  #isTooMuch(button: ButtonPlan, row: Row | undefined): boolean {
    const isBatch = row === undefined && (button.preset === "deleteBatch" || button.kind === "transition");
    return isBatch && this.#store.isAllMatching && this.#store.total > batchLimit;
  }

  async #pressTransition(button: ButtonPlan, row: Row | undefined): Promise<void> {
    const { transition } = button;
    if (!transition) return;
    if (button.ask.length > 0) return this.open(transition.name, "ask", row, {}, button);
    await this.transitionChosen(transition.name, row, {});
  }

  /** Moves the given row, or else whatever is selected. */
  async transitionChosen(name: string, row: Row | undefined, answers: Row, idempotencyKey?: string): Promise<void> {
    const { selected, isAllMatching } = this.#store;
    const move = { name, answers, idempotencyKey };
    if (!row && isAllMatching) return moveMatching(this.#store, move);
    await this.#move(row ? [row] : [...selected.values()], move);
  }

  /**
   * Goes on with a button whose question was answered; the question form shows a failure.
   *
   * @returns false when the person was asked once more and said no: the form stays
   */
  async answer(button: ButtonPlan, row: Row | undefined, answers: Row): Promise<boolean> {
    let isDone = true;
    if (button.transition) await this.transitionChosen(button.transition.name, row, answers, this.#asked);
    else if (button.preset === "generate") await this.#generate(button, answers);
    else {
      await runActions(button.actions, {
        ...this.#host(row),
        scope: () => ({ ...this.scope(row), form: answers }),
        declined: () => {
          isDone = false;
        },
      });
    }
    return isDone;
  }

  /** What the generation would make with these answers. */
  previewGeneration(button: ButtonPlan, answers: Row): Promise<Generated> {
    const url = `${this.#plan.model.base}/${button.key}Preview`;
    return this.#services.request<Generated>({ method: "POST", url, data: answers });
  }

  async #generate(button: ButtonPlan, answers: Row): Promise<void> {
    const url = `${this.#plan.model.base}/${button.key}`;
    const made = await this.#services.request<Generated>({ method: "POST", url, data: answers });
    this.#services.notify("success", this.#tools.texts.generated(made));
    await this.#store.load();
  }

  async #move(rows: readonly Row[], move: Move): Promise<void> {
    if (rows.length === 0) this.#services.notify("warning", this.#tools.texts.selectOne);
    else await moveRows(this.#store, rows, move);
  }

  /** What a browser would wait minutes for is asked about first. */
  async #exportOrAsk(button: ButtonPlan, format: ExportFormat): Promise<void> {
    const ask = exportCount(this.#store) > backgroundRows ? this.openExport : undefined;
    return ask ? ask(button) : this.#export(button, format);
  }

  async #export(button: ButtonPlan, format: ExportFormat): Promise<void> {
    const tools = { dictionaries: this.#dictionaries, columns: this.#tools.shownColumns() };
    // A list is painted without it; a part that does not arrive is a file that does not.
    const part = await import("./list-export.ts").catch(() => undefined);
    const file = await part?.exportList(this.#store, button, format, tools);
    if (file) this.#tools.save(file, undefined);
    else this.#services.notify("warning", this.#tools.texts.exportFailed);
  }

  /** Somebody else was faster: show what is true now beside the reason. */
  async #afterFailure(error: RequestError): Promise<void> {
    this.#services.notify(error.status === 409 ? "warning" : "error", error.message);
    if (error.status === 409) await this.#store.load();
  }

  #host(row: Row | undefined): ActionHost {
    return {
      services: this.#services,
      scope: () => this.scope(row),
      open: (view, params) =>
        this.open(view, this.#plan.views.get(view)?.kind !== "detail" ? "edit" : "detail", row, params),
      close: () => this.#store.closeView(),
      reload: () => this.#store.load(),
      transition: (name, ids) => this.#move(this.#rowsById(ids), { name, answers: {}, idempotencyKey: undefined }),
      setQuery: (values) => {
        for (const [name, value] of Object.entries(values)) this.#store.setValue(name, value);
        void this.#store.search();
      },
      print: () => this.#tools.print(),
      save: (file, name) => this.#tools.save(file, name),
      ...(this.#tools.pickFiles ? { pickFiles: this.#tools.pickFiles } : {}),
    };
  }

  /** What the page was opened for, as far as it is a field of the rows. */
  #startValues(): Row {
    const { fixed, plan } = this.#store;
    return Object.fromEntries(Object.entries(fixed).filter(([name]) => plan.model.fields.has(name)));
  }

  /** A new row below another starts with its place in the tree, in words too. */
  #childValues(row: Row | undefined): Row {
    const { tree, model } = this.#plan;
    if (!tree || !row) return {};
    return {
      [tree.parent]: this.#store.keyOf(row),
      [`${tree.parent}_dictText`]: row[`${tree.titleField}_dictText`] ?? row[model.titleField],
    };
  }

  #rowsById(ids: readonly string[]): readonly Row[] {
    const known = new Map(
      [...this.#store.rows, ...this.#store.selected.values()].map((row) => [this.#store.keyOf(row), row]),
    );
    return ids.map((id) => known.get(id) ?? { id });
  }

  get #plan(): ListPlan {
    return this.#store.plan;
  }

  #busyKey(button: ButtonPlan, row: Row | undefined): string {
    return row ? `${button.key}:${this.#store.keyOf(row)}` : button.key;
  }

  #isFastRepeat(key: string): boolean {
    const now = Date.now();
    const last = this.#pressed.get(key);
    this.#pressed.set(key, now);
    return last !== undefined && now - last < fastClickMs;
  }
}
