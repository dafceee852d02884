import type { ButtonPlan, ListPlan } from "../../../runtime/compile/plan.ts";
import type { ViewPlan } from "../../../runtime/compile/view-plan.ts";

const fetched = new WeakSet<ViewPlan>();

/**
 * Fetches what draws the view of a button, its controls too, when the pointer or the focus comes to it: each of them asks
 * for the next, and a first form would take as many ways to the server as it has levels. What fails is asked for again,
 * and told, when the view opens.
 */
export function fetchNear({ toolbar, rowActions, views }: ListPlan, target: EventTarget): void {
  const at = target instanceof Element ? target.closest("[data-at]")?.getAttribute("data-at") : undefined;
  const button = [...toolbar, ...rowActions.items].find(({ place }) => place !== undefined && place.at === at);
  const view = views.get(button ? viewOf(button) : "");
  if (!view || view.content || fetched.has(view)) return;
  fetched.add(view);
  for (const part of view.kind === "detail" ? ofDetail() : ofForm(view)) part.catch(() => undefined);
}

function viewOf({ preset, view }: ButtonPlan): string {
  switch (preset) {
    case "add":
    case "addChild":
    case "edit":
    case "copy":
      return view ?? "form";
    case "detail":
      return view ?? "detail";
    default:
      return "";
  }
}

const overList = () => [import("./OverList.tsx"), import("../ViewHost.tsx")];
const ofDetail = (): readonly Promise<unknown>[] => [...overList(), import("../OpenDetail.tsx")];
const ofForm = ({ items }: ViewPlan): readonly Promise<unknown>[] => [
  ...overList(),
  import("../../form/FormView.tsx"),
  import("../../form/use-editors.ts").then(({ fetchControls }) => fetchControls(items)),
];
