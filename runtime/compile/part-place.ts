import type { CompileContext } from "./context.ts";

/** Where a part of a page comes from, each as `file#pointer`: `store/store-order.screen.json#/table/columns/2`. */
export interface PartPlace {
  /** What the page says of the part, or would: an inherited part is written nowhere. */
  readonly at: string;
  /** What it inherits from: a field or a transition of a model. */
  readonly from: string | undefined;
}

/**
 * The place of a part.
 *
 * @param path JSON pointer in the page's document
 * @param model the model it inherits from, and the pointer in its document
 */
export const placeOf = (
  { file, base = "" }: Pick<CompileContext, "file" | "base">,
  path: string,
  model: { readonly id: string } | undefined,
  modelPath: string,
): PartPlace => ({ at: `${file}#${base}${path}`, from: model && `${model.id}.model.json#${modelPath}` });
