import type { ItemPlan, SubTablePlan } from "../compile/view-plan.ts";
import type { ConsoleServices } from "./services.ts";

type Rights = Pick<ConsoleServices, "hasPermission">;

/** Rows below a record that are no part of it stay away from who may not open their own list, as on the server. */
export const mayReadRows = ({ permission }: Pick<SubTablePlan, "permission">, services: Rights): boolean =>
  permission === undefined || services.hasPermission(permission);

/** A tab that would have nothing but such rows is not offered. */
export const hasReadable = (items: readonly ItemPlan[], services: Rights): boolean =>
  items.some((item) => item.kind !== "subTable" || mayReadRows(item, services));
