import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";

/** First folder of addresses whose picture is drawn when it is asked for. */
const folder = "drawn";
const address = /^drawn\/([a-z0-9-]+\/[a-z0-9-]+)\/([\w-]+)\/\d{1,4}\.svg$/;

/** Address of a picture that the model's sample block describes: `drawn/product/product-image/1/17.svg`. */
export function drawnPath(model: ResolvedModel, name: string, variant: number): string {
  return `${folder}/${model.id}/${name}/${variant}.svg`;
}

/** Model and drawing that an address names; undefined for the address of a stored file. */
export function readDrawnPath(path: string): readonly [modelId: string, name: string] | undefined {
  const [, modelId, name] = address.exec(path) ?? [];
  return modelId === undefined || name === undefined ? undefined : [modelId, name];
}

/** Whether a text names a drawn picture; it needs neither bytes on disk nor a row of its own. */
export const isDrawnPath = (path: string): boolean => address.test(path);
