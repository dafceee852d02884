import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { formScreens } from "../../../runtime/online-forms/compile-screen.ts";
import type { OnlineFormDefinition } from "../../../runtime/online-forms/definition.ts";
import { isFormModel, physicalTable, systemColumns } from "../../../runtime/online-forms/names.ts";
import type { ModelDocument, ScreenDocument } from "../../../runtime/schema/types.gen.ts";
import type { Database } from "../../db/database.ts";
import type { DocumentSource } from "../../documents/document-source.ts";
import type { DocumentStore } from "../../documents/load-documents.ts";
import type { StoredDefinitions } from "../../models/engine-parts.ts";
import { checkForm, formWorld, type Known } from "./check-form.ts";
import { readForms, readNamedForms, readTableState, type StoredForm, subsOf } from "./stored-forms.ts";
import { formerColumns, lastSynchronisations, readSynchronised } from "./versions.ts";

/** Wakes every server process after a definition was stored or its table changed. */
export const formsChannel = "online-forms";

/** Documents whose `current` may be replaced, as development does. */
type MutableSource = { current: DocumentStore };

interface Loaded {
  readonly forms: ReadonlyMap<string, StoredForm>;
  readonly byTable: ReadonlyMap<string, StoredForm>;
  readonly models: ReadonlyMap<string, ModelDocument>;
  readonly resolvedModels: ReadonlyMap<string, ResolvedModel>;
  readonly screens: ReadonlyMap<string, ScreenDocument>;
  /** Names that fields of a model have no more. */
  readonly retired: ReadonlyMap<string, ReadonlySet<string>>;
  /** The synchronisation that each head is at, and the heads that a model's rows are written by. */
  readonly synchronisations: ReadonlyMap<string, string>;
  readonly headsOf: ReadonlyMap<string, readonly string[]>;
}

const nothing: Loaded = {
  forms: new Map(),
  byTable: new Map(),
  models: new Map(),
  resolvedModels: new Map(),
  screens: new Map(),
  retired: new Map(),
  synchronisations: new Map(),
  headsOf: new Map(),
};
const none: ReadonlySet<string> = new Set();

interface Parts {
  readonly db: Database;
  /** Now in the business time zone, `yyyy-MM-dd HH:mm:ss`. */
  readonly clock: () => string;
  readonly documents: DocumentSource;
  readonly note: (event: string, details: object) => void;
  /** Definitions were read again: what was kept of their tables is old. */
  readonly changed: () => void;
}

/**
 * The forms that administrators define, in force beside the documents of the files: `documents` is what the engine, the
 * screens and everything else read. A form whose table was changed and not synchronised stays in force as it was.
 */
export class OnlineForms implements StoredDefinitions {
  readonly #parts: Parts;
  readonly documents: DocumentSource;
  #loaded = nothing;
  #loading: Promise<void> | undefined;
  #isStale = false;
  #stopListening: (() => Promise<void>) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.documents = this.#overlay();
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#parts.db.listen(formsChannel, () => {
      this.refresh().catch((error: unknown) => this.#parts.note("reload failed", { error: String(error) }));
    });
    await this.refresh();
  }

  async stop(): Promise<void> {
    await this.#stopListening?.();
    await this.#loading;
  }

  /**
   * The stored definition of a head's id or a table's name, with its sub-tables. Before it says that there is none, or
   * none whose table is made, it asks whether another process has made it a moment ago.
   */
  async find(idOrTableName: string): Promise<StoredForm | undefined> {
    const { db } = this.#parts;
    const known = this.#known(idOrTableName);
    if (db.engine === "embedded" || known?.head.isDbSynch === "Y") return known;
    if (idOrTableName.includes("\u0000")) return undefined; // no text of PostgreSQL has it
    if ((await readTableState(db.kysely, idOrTableName)) === known?.head.isDbSynch) return known;
    await this.refresh();
    return this.#known(idOrTableName);
  }

  #known(idOrTableName: string): StoredForm | undefined {
    const { forms, byTable } = this.#loaded;
    return forms.get(idOrTableName) ?? byTable.get(idOrTableName);
  }

  /**
   * Another process that changed a table answers before this one has heard of it: who has the new page from there and
   * saves here would lose what they wrote into new fields. The embedded database has one process.
   */
  async settle(modelId: string): Promise<void> {
    const { db } = this.#parts;
    if (db.engine === "embedded" || !isFormModel(modelId)) return;
    const heads = this.#loaded.headsOf.get(modelId) ?? [];
    if (heads.length === 0) return;
    const now = await lastSynchronisations(db.kysely, heads);
    if (heads.some((id) => now.get(id) !== this.#loaded.synchronisations.get(id))) await this.refresh();
  }

  retired(modelId: string): ReadonlySet<string> {
    return this.#loaded.retired.get(modelId) ?? none;
  }

  /** Reads the definitions again; settles when what was stored before the call is in force. */
  async refresh(): Promise<void> {
    // A reading under way may have begun before what the caller stored.
    if (this.#loading) {
      this.#isStale = true;
      return this.#loading;
    }
    this.#loading = this.#loadUntilFresh().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadUntilFresh(): Promise<void> {
    do {
      this.#isStale = false;
      await this.#load();
    } while (this.#isStale);
  }

  async #load(): Promise<void> {
    const { db, documents, clock } = this.#parts;
    const base = documents.current;
    // Read first: who finds a later one than this reads again.
    const synchronisations = await lastSynchronisations(db.kysely);
    const forms = await readForms(db.kysely, base.resolvedModels);
    const live = await readSynchronised(db.kysely, forms);
    const world = formWorld(base.resolvedModels, await readNamedForms(db.kysely));
    const models = new Map<string, ModelDocument>();
    const resolvedModels = new Map<string, ResolvedModel>();
    const screens = new Map<string, ScreenDocument>();
    const former = await formerColumns(db.kysely, clock());
    const retired = new Map<string, ReadonlySet<string>>();
    const headsOf = new Map<string, readonly string[]>();
    const known: Known = {
      models: new Map(base.models),
      resolvedModels: new Map(base.resolvedModels),
      screens: base.screens,
      data: base.data,
    };
    for (const form of inOrder(live.values())) {
      const whole = { ...form, subs: subsOf(form, live.values()) };
      const { document, model, findings } = checkForm(whole, world, known);
      if (!model) {
        this.#parts.note("form left out", { table: form.head.tableName, findings });
        continue;
      }
      models.set(document.id, document);
      resolvedModels.set(document.id, model);
      retired.set(document.id, namesThatWent(model, former.get(tableHead(form)) ?? []));
      headsOf.set(
        document.id,
        [form, ...whole.subs].map((one) => tableHead(one)),
      );
      for (const screen of formScreens(whole, world, model.titleField)) screens.set(screen.id ?? "", screen);
      (known.models as Map<string, ModelDocument>).set(document.id, document);
      (known.resolvedModels as Map<string, ResolvedModel>).set(document.id, model);
    }
    const byTable = new Map([...forms.values()].map((form) => [form.head.tableName, form]));
    const own = withoutDangling(resolvedModels);
    this.#loaded = { forms, byTable, models, resolvedModels: own, screens, retired, synchronisations, headsOf };
    this.#parts.changed();
  }

  /** The documents of the files with the forms beside them, made again when either changes. */
  #overlay(): DocumentSource & MutableSource {
    const { documents } = this.#parts;
    const loadedNow = () => this.#loaded;
    let made: { readonly base: DocumentStore; readonly loaded: Loaded; readonly store: DocumentStore } | undefined;
    return {
      get current() {
        const [base, loaded] = [documents.current, loadedNow()];
        if (made?.base !== base || made.loaded !== loaded) {
          const store: DocumentStore = {
            ...base,
            models: new Map([...base.models, ...loaded.models]),
            resolvedModels: new Map([...base.resolvedModels, ...loaded.resolvedModels]),
            screens: new Map([...base.screens, ...loaded.screens]),
          };
          made = { base, loaded, store: loaded.models.size === 0 ? base : store };
        }
        return made.store;
      },
      set current(base) {
        (documents as MutableSource).current = base;
      },
    };
  }
}

/** The head whose table a form's rows lie in: a view has none of its own. */
const tableHead = ({ head }: OnlineFormDefinition): string =>
  (head.copyType === 1 ? head.physicId : head.id) ?? head.id ?? "";

function namesThatWent({ fields, relations }: ResolvedModel, former: readonly string[]): ReadonlySet<string> {
  const known = new Set([...fields.values()].flatMap(({ name, column }) => [name, column]));
  return new Set(former.filter((name) => !known.has(name) && !systemColumns.has(name) && !(name in relations)));
}

/** Views before their tables, so that a look by table finds the table; main tables before their sub-tables. */
function inOrder(forms: Iterable<StoredForm>): StoredForm[] {
  const rank = ({ head }: StoredForm) =>
    (physicalTable(head.tableName) === head.tableName ? 10 : 0) + Number(head.tableType === 3);
  return [...forms].sort((one, other) => rank(one) - rank(other));
}

/** A sub-table that is not in force leads nowhere. */
function withoutDangling(models: ReadonlyMap<string, ResolvedModel>): ReadonlyMap<string, ResolvedModel> {
  return new Map(
    [...models].map(([id, model]) => {
      const relations = Object.entries(model.relations).filter(
        ([, relation]) => relation.kind === "tree" || models.has(relation.model),
      );
      return [id, { ...model, relations: Object.fromEntries(relations) }];
    }),
  );
}
