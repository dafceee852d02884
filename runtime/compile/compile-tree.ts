import type { ResolvedModel } from "../model/resolved-model.ts";
import { compileTemplate } from "./compile-text.ts";
import { type CompileContext, report } from "./context.ts";
import type { SidePlan, TreeCardPlan, TreePlan } from "./plan.ts";
import type { ViewPlan } from "./view-plan.ts";

interface TreeOptions {
  readonly card?: CardOptions;
  readonly side?: SideOptions;
  readonly relation?: string;
  readonly hasChild?: string;
  readonly titleField?: string;
  readonly expandLevel?: number;
}

interface SideOptions {
  readonly model: string;
  readonly field: string;
  readonly value?: string;
  readonly list?: string;
  readonly title?: string;
  readonly width?: number;
}

interface CardOptions {
  readonly width?: number;
  readonly tag?: string;
  readonly tabs: readonly { readonly title: string; readonly view: string; readonly permission?: string }[];
}

const sideWidth = 240;
const cardWidth = 420;

/** The tree of another model beside the list; reported when that model is not there. */
export function compileSide(context: CompileContext, side: SideOptions | undefined): SidePlan | undefined {
  if (!side) return undefined;
  const model = context.models.get(side.model);
  if (!model) {
    report(context, "/tree/side/model", "模型", side.model, context.models.keys());
    return undefined;
  }
  return {
    url: side.list?.replace(/^[A-Z]+ /, "") ?? `${model.base}/queryTreeList`,
    title: side.title ?? model.title,
    titleField: model.titleField,
    field: side.field,
    value: side.value ?? "id",
    width: side.width ?? sideWidth,
  };
}

interface TreePlace {
  /** Where the document names the tree; default: at the screen itself. */
  readonly path?: string;
  /** What the tabs of a card may show. */
  readonly views?: ReadonlyMap<string, ViewPlan>;
}

/** The tree that the screen names, or the only one of the model. A model without one is reported and drawn flat. */
export function compileTree(
  context: CompileContext,
  model: ResolvedModel,
  options: TreeOptions = {},
  { path = "", views = new Map() }: TreePlace = {},
): TreePlan | undefined {
  const trees = Object.entries(model.relations).filter(([, relation]) => relation.kind === "tree");
  const found = options.relation === undefined ? trees[0] : trees.find(([name]) => name === options.relation);
  const relation = found?.[1];
  const shared = {
    titleField: options.titleField ?? model.titleField,
    card: options.card && compileCard(context, options.card, views),
  };
  const own = options.relation === undefined ? undefined : model.relations[options.relation];
  if (own?.kind === "one-to-many" && own.model === model.id && options.hasChild !== undefined) {
    const names = { parent: own.foreignKey, hasChild: options.hasChild, root: "" };
    // Opening a level of hundreds of thousands of rows is a press, never the page's first act.
    return { ...names, ...shared, isPaged: true, expandLevel: 0 };
  }
  if (relation?.kind !== "tree" && options.side) return undefined;
  if (relation?.kind !== "tree") {
    report(
      context,
      `${path}/tree/relation`,
      "树形关系",
      options.relation ?? "",
      trees.map(([name]) => name),
    );
    return undefined;
  }
  return {
    parent: relation.pid,
    hasChild: relation.hasChild,
    root: relation.root,
    ...shared,
    isPaged: false,
    expandLevel: options.expandLevel ?? 1,
  };
}

/** A tab whose view is not there is reported and left out. */
function compileCard(
  context: CompileContext,
  { width = cardWidth, tag, tabs }: CardOptions,
  views: ReadonlyMap<string, ViewPlan>,
): TreeCardPlan {
  return {
    width,
    tag,
    tabs: tabs.flatMap(({ title, view, permission }, index) => {
      const path = `/tree/card/tabs/${index}`;
      if (!views.has(view)) report(context, `${path}/view`, "视图", view, views.keys());
      const text = compileTemplate(context, `${path}/title`, title);
      return views.has(view) && text ? [{ title: text, view, permission }] : [];
    }),
  };
}
