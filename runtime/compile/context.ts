import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import type { Slot } from "../registry/define.ts";
import type { Diagnostic } from "../schema/diagnostic.ts";
import type { Cell, Editor } from "../schema/types.gen.ts";
import { brokenName } from "./broken.ts";
import type { BrokenPart, CellPlan, EditorPlan } from "./plan.ts";

/** The renderers that exist. The compiler only asks for names; loading is the registry's business. */
export interface KnownRenderers {
  has(slot: Slot, type: string): boolean;
  names(slot: Slot): readonly string[];
}

/** What the compile phases share: the models, the findings so far and the renderers asked for. */
export interface CompileContext {
  readonly file: string;
  /** JSON pointer of the part that is compiled as a document of its own. */
  readonly base?: string;
  readonly models: ReadonlyMap<string, ResolvedModel>;
  readonly known: KnownRenderers | undefined;
  readonly diagnostics: Diagnostic[];
  readonly needs: Set<string>;
  readonly permissions: Set<string>;
}

export function planCell(context: CompileContext, path: string, cell: Cell): CellPlan | BrokenPart {
  if (context.known && !context.known.has("cell", cell.type)) {
    return report(context, path, "单元格组件", cell.type, context.known.names("cell"));
  }
  context.needs.add(`cell/${cell.type}`);
  return { kind: "cell", type: cell.type, props: cell };
}

export function planEditor(context: CompileContext, path: string, editor: Editor): EditorPlan | BrokenPart {
  if (context.known && !context.known.has("editor", editor.type)) {
    return report(context, path, "编辑组件", editor.type, context.known.names("editor"));
  }
  return { kind: "editor", type: editor.type, props: editor };
}

/** The field, or a placeholder for one that the model does not have. */
export function findField(
  context: CompileContext,
  model: ResolvedModel,
  path: string,
  name: string,
): ResolvedField | BrokenPart {
  return model.fields.get(name) ?? report(context, path, "字段", name, model.fields.keys());
}

export function isBroken(part: { readonly kind?: string } | ResolvedField): part is BrokenPart {
  return "kind" in part && part.kind === "broken";
}

export function report(
  context: CompileContext,
  path: string,
  what: string,
  name: string,
  known: Iterable<string>,
): BrokenPart {
  const part = brokenName({ file: context.file, path, what, name, known });
  context.diagnostics.push(part.diagnostic);
  return part;
}
