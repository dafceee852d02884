import type { OnlineFormDefinition } from "../../../../runtime/online-forms/definition.ts";

/** Where stored definitions come from. */
export interface FormsSource {
  /** A form with its sub-tables, by the id of its head or the name of its table; undefined for an unknown one. */
  find(idOrTable: string): Promise<OnlineFormDefinition | undefined>;
}
