import { resolveModel } from "../model/resolve-model.ts";
import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import type { AnyDefinition } from "../registry/define.ts";
import type { Diagnostic, SourceFile } from "../schema/diagnostic.ts";
import { quoted } from "../schema/messages.ts";
import { parseDocument } from "../schema/parse-document.ts";
import { checkShape } from "../schema/shape.ts";
import { diagnosticAt, identify, nodeAtPath, type SourceDocument } from "../schema/source-document.ts";
import { isTexts, readTexts, type TextsByLocale } from "../schema/texts.ts";
import type { DataDocument, ModelDocument, ScreenDocument, ScreenTestDocument } from "../schema/types.gen.ts";
import { checkMeaning } from "./check-meaning.ts";
import { FieldUsage } from "./field-usage.ts";
import { grantableCodes } from "./grantable.ts";
import { type MendedDocument, mendDocument } from "./mend-text.ts";
import { grantedCodes, knownPermissions } from "./permissions.ts";
import { placeOwners } from "./places.ts";
import { areSame, type Reads, recordReads } from "./reads.ts";
import { createReport } from "./report.ts";
import { unusedFields } from "./unreachable.ts";
import { collectRows, type World } from "./world.ts";

/** All documents of a root after checking. Maps are keyed by document id, in the order of the file paths. */
export interface CheckedDocuments {
  readonly models: ReadonlyMap<string, ModelDocument>;
  readonly screens: ReadonlyMap<string, ScreenDocument>;
  readonly data: ReadonlyMap<string, DataDocument>;
  readonly tests: ReadonlyMap<string, ScreenTestDocument>;
  /** The sound models; relations and roll-ups to models that are not here are left out. */
  readonly resolvedModels: ReadonlyMap<string, ResolvedModel>;
  /** Translations, by language. */
  readonly texts: TextsByLocale;
  /** Every finding, by file and line. */
  readonly diagnostics: readonly Diagnostic[];
  /** Ids of documents that were left out, with what is wrong with them (`file` tells model from screen). */
  readonly broken: ReadonlyMap<string, readonly Diagnostic[]>;
  /** What every file holds that is JSON, broken documents included; keyed by path. */
  readonly values: ReadonlyMap<string, unknown>;
}

export interface CheckOptions {
  /** Documents of another root that these may refer to, or replace by using their id. */
  readonly known?: Pick<CheckedDocuments, "models" | "resolvedModels" | "screens" | "data">;
  /** Renderer definitions, for what fits which field type; without them that is not checked. */
  readonly definitions?: readonly AnyDefinition[];
  /** Paths of documents that were here before: a table, API path or menu path that two documents claim stays theirs. */
  readonly settled?: ReadonlySet<string>;
}

interface Entry {
  readonly file: string;
  readonly source: SourceDocument | undefined;
  /** Of a document with misspelt words: as it was most likely meant, so that what others say of it is checked too. */
  readonly mended?: MendedDocument | undefined;
  readonly diagnostics: Diagnostic[];
}

/**
 * Reads, validates and connects documents. Pure: no files, no clock. A broken document is left out and named in
 * `broken`; it never takes others down.
 *
 * @param files everything below a document root except the meta-schemas
 */
export function checkDocuments(files: readonly SourceFile[], options: CheckOptions = {}): CheckedDocuments {
  // Stable: of two files with one path, that of the earlier root comes first.
  const sorted = [...files].sort((a, b) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1));
  const translations = readTexts(sorted.filter(isTexts));
  const entries = sorted
    .filter((file) => !isTexts(file))
    .map((file, index, all) => (all[index - 1]?.path === file.path ? secondEntry(file) : readEntry(file)));
  const readable = new Map(entries.map((entry) => [entry, readableOf(entry)] as const));
  const shaped = [...readable.values()].filter((source) => source !== undefined);
  const world = worldOf(readable, options);
  checkAll(readable, world, options);
  const sound = leaveOut(entries, shaped, options);

  return {
    ...connect(sound, world.models, options.known?.resolvedModels),
    texts: translations.texts,
    diagnostics: [
      ...entries.flatMap(({ diagnostics }) => diagnostics.sort((a, b) => a.line - b.line || a.column - b.column)),
      ...translations.diagnostics,
    ],
    broken: brokenOf(entries, sound),
    values: new Map(entries.flatMap(({ file, source }) => (source ? [[file, source.value]] : []))),
  };
}

/**
 * What `checkDocuments` answers for files in which it has found nothing, without looking again: they are only read.
 *
 * @param files exactly those of a check whose `diagnostics` were empty
 */
export function readCheckedDocuments(files: readonly SourceFile[]): CheckedDocuments {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const sound = sorted.flatMap((file) => {
    const identity = identify(file.path);
    if (!identity || isTexts(file)) return [];
    return [{ ...identity, file: file.path, value: JSON.parse(file.text.replace(/^\uFEFF/, "")) as unknown }];
  });
  return {
    ...connect(sound, resolveAll(documentsOf<ModelDocument>(sound, "model"))),
    texts: readTexts(sorted.filter(isTexts)).texts,
    diagnostics: [],
    broken: new Map(),
    values: new Map(sound.map(({ file, value }) => [file, value])),
  };
}

/** Sound documents by kind, and models that find each other. */
function connect(
  sound: readonly DocumentValue[],
  resolved: ReadonlyMap<string, ResolvedModel>,
  known?: ReadonlyMap<string, ResolvedModel>,
): Pick<CheckedDocuments, "models" | "screens" | "data" | "tests" | "resolvedModels"> {
  const models = documentsOf<ModelDocument>(sound, "model");
  const resolvedModels = new Map<string, ResolvedModel>();
  const beside = new Map(known ?? []);
  for (const id of models.keys()) {
    const model = resolved.get(id);
    if (!model) continue;
    const usable = { ...withoutDangling(model, models), beside: () => beside };
    resolvedModels.set(id, usable);
    beside.set(id, usable);
  }
  return {
    models,
    screens: documentsOf<ScreenDocument>(sound, "screen"),
    data: documentsOf<DataDocument>(sound, "data"),
    tests: documentsOf<ScreenTestDocument>(sound, "screen-test"),
    resolvedModels,
  };
}

/** LC2012: a file that another root has too; that of the earlier root goes on. */
function secondEntry({ path, root = "" }: SourceFile): Entry {
  const file = root === "" ? path : `${root}/${path}`;
  const message = `标识 ${quoted(idOf(path))} 已由前面目录的同名文件使用，请换一个位置`;
  const finding = { code: "LC2012", severity: "error", path: "", line: 1, column: 1, message } as const;
  return { file, source: undefined, diagnostics: [{ ...finding, file }] };
}

/** What a file says by itself: checked again beside changed ones, it is not read again. */
const readFiles = new WeakMap<SourceFile, Entry>();

function readEntry(file: SourceFile): Entry {
  const known = readFiles.get(file);
  if (known) return { ...known, diagnostics: [...known.diagnostics] };
  const { document, diagnostics } = parseDocument(file);
  const found = [...diagnostics, ...(document ? checkShape(document) : [])];
  const isBroken = document && found.some((one) => isFatal(document, one));
  const mended = isBroken ? mendDocument(file, found) : undefined;
  const entry = { file: file.path, source: document, mended, diagnostics: found };
  readFiles.set(file, entry);
  return { ...entry, diagnostics: [...entry.diagnostics] };
}

/** What is checked of a file: it, or what it was most likely meant to be. */
const readableOf = ({ source, mended, diagnostics }: Entry): SourceDocument | undefined =>
  source && !diagnostics.some((found) => isFatal(source, found)) ? source : mended?.source;

type Readable = ReadonlyMap<Entry, SourceDocument | undefined>;

function worldOf(readable: Readable, { known, settled = new Set() }: CheckOptions): World {
  const shaped = [...readable.values()].filter((source) => source !== undefined);
  const models = documentsOf<ModelDocument>(shaped, "model");
  const all = resolveAll(models, known?.resolvedModels);
  const data = documentsOf<DataDocument>(shaped, "data");
  const screens = new Map([...(known?.screens ?? []), ...documentsOf<ScreenDocument>(shaped, "screen")]);
  const rows = collectRows(new Map([...(known?.data ?? []), ...data]).values(), all);
  const findModel = (id: string) => models.get(id) ?? known?.models.get(id);
  // What is missing because its document is broken is not worth a second word.
  const isWhole = [...readable.values()].every((source) => source !== undefined);
  const menuRows = rows.rows.get("system/permission") ?? [];
  // Put together for whoever asks: most checks of a single document do not.
  const permissions = lazily(() => knownPermissions(all.values(), screens.values(), menuRows));
  const menuIds = lazily(() => {
    const withMenu = [...screens].flatMap(([id, { menu }]) => (menu === undefined ? [] : [id]));
    return new Set([...menuRows.map(({ id }) => String(id)), ...withMenu]);
  });
  const grantable = lazily(() =>
    isWhole ? grantableCodes(screens, findModel, rows.rows.get("system/permission")) : undefined,
  );
  return {
    models: all,
    screens,
    ...rows,
    owners: placeOwners(shaped, settled),
    get permissions() {
      return permissions();
    },
    get menuIds() {
      return menuIds();
    },
    get grantable() {
      return grantable();
    },
    usage: new FieldUsage(),
    findModel,
    ...grantedCodes(rows.rows.get("system/role-permission") ?? []),
    broken: new Set(
      [...readable].flatMap(([{ file }, source]) =>
        source ? [] : [`${identify(file)?.kind ?? "screen"}:${idOf(file)}`],
      ),
    ),
  };
}

/** What is made when it is first asked for. */
function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** These models and the known ones. */
function resolveAll(
  models: ReadonlyMap<string, ModelDocument>,
  known?: ReadonlyMap<string, ResolvedModel>,
): Map<string, ResolvedModel> {
  const titleFieldOf = (id: string) => {
    const target = models.get(id);
    return target ? (target.titleField ?? Object.keys(target.fields)[0]) : known?.get(id)?.titleField;
  };
  const all = new Map(known ?? []);
  for (const [id, model] of models) all.set(id, resolveOnce(id, model, titleFieldOf));
  return all;
}

interface ResolvedOnce {
  /** Models that were asked for their title field, and what it was. */
  readonly titles: ReadonlyMap<string, string | undefined>;
  readonly model: ResolvedModel;
}

const resolvedOnce = new WeakMap<ModelDocument, ResolvedOnce>();

/** The same object as long as the document is and the title fields of the models that it refers to. */
function resolveOnce(
  id: string,
  document: ModelDocument,
  titleFieldOf: (id: string) => string | undefined,
): ResolvedModel {
  const known = resolvedOnce.get(document);
  if (known && [...known.titles].every(([other, title]) => titleFieldOf(other) === title)) return known.model;
  const titles = new Map<string, string | undefined>();
  const model = resolveModel({ ...document, id }, (other) => {
    const title = titleFieldOf(other);
    titles.set(other, title);
    return title;
  });
  resolvedOnce.set(document, { titles, model });
  return model;
}

interface CheckedOnce {
  readonly reads: Reads;
  readonly definitions: readonly AnyDefinition[];
  readonly diagnostics: readonly Diagnostic[];
  readonly usage: FieldUsage;
}

const checkedOnce = new WeakMap<SourceDocument, CheckedOnce>();

/** What the document means beside the others; found out again when something is another than it was that the checks read. */
function checkOnce(source: SourceDocument, world: World, definitions: readonly AnyDefinition[]): CheckedOnce {
  const known = checkedOnce.get(source);
  if (known && known.definitions === definitions && areSame(known.reads, world)) return known;
  const usage = new FieldUsage();
  const recorded = recordReads(world, usage);
  const diagnostics = checkMeaning(source, { world: recorded.world, definitions });
  const checked = { reads: recorded.reads, definitions, diagnostics, usage };
  checkedOnce.set(source, checked);
  return checked;
}

const noDefinitions: readonly AnyDefinition[] = [];

function checkAll(readable: Readable, world: World, { definitions = noDefinitions }: CheckOptions): void {
  const asWritten = ({ mended }: Entry, found: readonly Diagnostic[], source: SourceDocument) =>
    source === mended?.source ? found.map(mended.place) : found;
  for (const [entry, source] of readable) {
    if (!source) continue;
    const { diagnostics, usage } = checkOnce(source, world, definitions);
    world.usage.include(usage);
    entry.diagnostics.push(...asWritten(entry, diagnostics, source));
  }
  for (const [entry, source] of readable) {
    if (source?.kind !== "model") continue;
    const found = misspeltFields(source, world);
    entry.diagnostics.push(...asWritten(entry, found.length > 0 ? found : unnamedFields(source, world), source));
  }
}

/** LC2015, at the declaration: nobody names the field, and others name something like it. */
function misspeltFields(source: SourceDocument, world: World): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = createReport(source, diagnostics);
  for (const [field, suggestion] of world.usage.misspeltDeclarations(source.id)) {
    report({
      code: "LC2015",
      severity: "warning",
      message: `没有地方用到字段 ${quoted(field)}，别处写的是 ${quoted(suggestion)}`,
      suggestion,
      path: ["fields", field],
      atKey: true,
    });
  }
  return diagnostics;
}

/** LC2020, at the declaration. */
function unnamedFields(source: SourceDocument, world: World): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = createReport(source, diagnostics);
  const model = world.models.get(source.id);
  // What a broken page names is not known.
  if (!model || world.grantable === undefined) return [];
  for (const field of unusedFields(model, world)) {
    report({
      code: "LC2020",
      severity: "warning",
      message: `没有页面用到字段 ${quoted(field)}`,
      path: ["fields", field],
      atKey: true,
    });
  }
  return diagnostics;
}

/** The documents that can be used: without fatal findings, and, for screens and rows, with a model that can be used. */
function leaveOut(
  entries: readonly Entry[],
  shaped: readonly SourceDocument[],
  { known }: CheckOptions,
): SourceDocument[] {
  const isShaped = new Set(shaped);
  const kept = entries.filter(
    ({ source, diagnostics }) =>
      source !== undefined && isShaped.has(source) && !diagnostics.some((found) => isFatal(source, found)),
  );
  const models = new Set(kept.flatMap(({ source }) => (source?.kind === "model" ? [source.id] : [])));
  return kept.flatMap(({ source, diagnostics }) => {
    if (!source) return [];
    const { model } = source.value as { readonly model?: unknown };
    const needsModel = (source.kind === "screen" || source.kind === "data") && typeof model === "string";
    if (!needsModel || models.has(model) || known?.resolvedModels.has(model)) return [source];
    if (!diagnostics.some(({ path }) => path === "/model")) {
      const node = nodeAtPath(source.tree, ["model"]) ?? source.tree;
      const message = `模型 ${quoted(model)} 有错误，不能使用`;
      diagnostics.push(diagnosticAt(source, node, { code: "LC2008", severity: "error", path: "/model", message }));
    }
    return [];
  });
}

/** Findings that a page survives: the part shows a placeholder, a look-up stays empty. */
const bearable: Readonly<Record<SourceDocument["kind"], ReadonlySet<string>>> = {
  model: new Set(["LC2003", "LC2006", "LC2008"]),
  screen: new Set(["LC2001", "LC2002", "LC2003", "LC2004", "LC2006", "LC2008", "LC2009", "LC2019"]),
  data: new Set(["LC2006", "LC2022"]),
  "screen-test": new Set(["LC2001", "LC2003", "LC2008", "LC2019"]),
};

function isFatal(source: SourceDocument, { code, severity, path }: Diagnostic): boolean {
  if (severity !== "error") return false;
  return !bearable[source.kind].has(code) || (source.kind === "screen" && path === "/model");
}

/** A relation or roll-up whose model is left out would lead nowhere. */
function withoutDangling(model: ResolvedModel, models: ReadonlyMap<string, unknown>): ResolvedModel {
  const relations = Object.entries(model.relations).filter(
    ([, relation]) => relation.kind === "tree" || models.has(relation.model),
  );
  const fields = [...model.fields].map(([name, field]): [string, ResolvedField] => [
    name,
    field.rollup && !models.has(field.rollup.model) ? { ...field, rollup: undefined } : field,
  ]);
  return { ...model, relations: Object.fromEntries(relations), fields: new Map(fields) };
}

function brokenOf(entries: readonly Entry[], sound: readonly SourceDocument[]): Map<string, readonly Diagnostic[]> {
  const isSound = new Set(sound);
  const broken = new Map<string, readonly Diagnostic[]>();
  for (const { file, source, diagnostics } of entries) {
    if (source && isSound.has(source)) continue;
    const id = idOf(file);
    broken.set(id, [...(broken.get(id) ?? []), ...diagnostics]);
  }
  return broken;
}

const idOf = (file: string) => file.replace(/\.(model|screen|data|screen\.test)\.json$/, "");

type DocumentValue = Pick<SourceDocument, "kind" | "id" | "value">;

function documentsOf<Document>(sources: readonly DocumentValue[], kind: SourceDocument["kind"]): Map<string, Document> {
  return new Map(
    sources.filter((source) => source.kind === kind).map((source) => [source.id, source.value as Document]),
  );
}
