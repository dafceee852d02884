import { areaText } from "../../../runtime/area/areas.ts";

/** The words of a division code; an unknown code as itself. Comes with the list of divisions, so it is loaded when needed. */
export function AreaWords({ code }: { readonly code: string }) {
  return areaText(code) ?? code;
}
