import type { ScreenDocument } from "../schema/types.gen.ts";
import { type Report, unknownName } from "./report.ts";
import type { Site } from "./walk.ts";

/** Buttons that a list or a view has without being written. */
const standardButtons = [
  "add",
  "addChild",
  "edit",
  "detail",
  "copy",
  "delete",
  "deleteBatch",
  "export",
  "import",
  "print",
  "refresh",
  "submit",
  "cancel",
];

/** LC2008: buttons and views of a screen test that its screen does not have. */
export function checkScreenTest(site: Site, screen: ScreenDocument | undefined, report: Report): void {
  const { definition, place, value, path, context } = site;
  if (definition !== "text" || typeof value !== "string" || !screen) return;
  if (!/^screen-test\.cases\.(steps|expect)\.(button|view)$/.test(place)) return;
  const written = namesOf(screen);
  const isButton = place.endsWith(".button");
  // Without its model it is not known which transitions there are.
  if (isButton && "model" in screen && screen.model !== undefined && !context.own?.model) return;
  const transitions = Object.keys(context.own?.model?.states?.transitions ?? {});
  const known = isButton
    ? [...standardButtons, ...written.buttons, ...transitions]
    : ["form", "detail", ...written.views];
  if (!known.includes(value)) {
    report({ ...unknownName("LC2008", isButton ? "页面没有按钮" : "页面没有视图", value, known), path });
  }
}

function namesOf(screen: ScreenDocument): { readonly buttons: readonly string[]; readonly views: readonly string[] } {
  const buttons: string[] = [];
  const views: string[] = [];
  // A table below a record is opened by the name of its relation.
  for (const detail of "details" in screen ? (screen.details ?? []) : []) {
    if (detail.kind === "table") views.push(detail.relation);
  }
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { key, do: actions, views: own } = value as Readonly<Record<string, unknown>>;
    if (typeof key === "string" && Array.isArray(actions)) buttons.push(key);
    if (typeof own === "object" && own !== null) views.push(...Object.keys(own));
    for (const child of Object.values(value)) visit(child);
  };
  visit(screen);
  return { buttons, views };
}
