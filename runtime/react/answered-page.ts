import type { Row } from "../model/resolved-model.ts";
import { isPage, type RowPage, readPage } from "../wire/page.ts";
import { RequestError } from "./services.ts";

/**
 * The page that a call answered.
 *
 * @param message what the error says; without one the place that shows it says that the answer was not understood
 * @throws RequestError for an answer that is no page: an empty one would say that there is nothing
 */
export function answeredPage(result: unknown, message = ""): RowPage {
  if (!isPage(result)) throw new RequestError(message, 200, undefined);
  return readPage(result);
}

/**
 * The rows of one level of a tree (TBL-10).
 *
 * @throws RequestError in the words of the specification for an answer that is neither a list nor a page
 */
export const readLevel = (result: unknown): readonly Row[] =>
  answeredPage(result, "unrecognized return data type").rows;
