import type { CheckContext } from "./context.ts";
import { type Fields, hasField, relatedModelId, relationNames, renamedTo } from "./fields-of.ts";
import { type Report, renamedField, unknownName } from "./report.ts";
import type { Site } from "./walk.ts";
import { fieldsIn } from "./world.ts";

/** Where the names of a place are declared or free, so nothing has to exist. */
const declarations = new Set(["fields", "model.relations", "source.measures"]);

/** Places whose name is a field of the other model. */
const ofTarget = new Set([
  "dict.text",
  "dict.value",
  "relation.foreignKey",
  "relation.order",
  "rollup.foreignKey",
  "rollup.field",
  "rollup.within.field",
  "snapshot.field",
  "sampleEach.where",
  "generator.since",
  "generator.where",
  "generator.match",
  "generator.near.match",
  "generator.threshold",
  "generator.take",
  "post.field",
  "post.where",
  "post.unless",
  "postRows.where",
  "rowFilter.field",
  "transitionRead.where",
  "transitionRead.highest",
  "generateEach.title",
  "generateEach.where",
  "generateBeside.key",
  "generateBeside.where",
  "generateLines.key",
  "generateLines.where",
  "generateLines.amount",
  "generateLines.mark",
  "generateLine.foreignKey",
  "generateLine.values",
  "post.highest",
  "post.values",
  "dict.where",
  "editor.columns",
  "editor.where",
  "gridButton.columns",
  "gridButton.where",
]);

/** Places whose name is a relation, and whose. */
const relations: Readonly<Record<string, (context: CheckContext) => Fields | undefined>> = {
  "post.forEach": ({ own }) => own,
  "sample.relations": ({ own }) => own,
  "screen.tree.relation": ({ own }) => own,
  "detail.relation": ({ outer }) => outer,
  "rowPopover.relation": ({ outer }) => outer,
  "screen-test.cases.steps.relation": ({ own }) => own,
  "screen-test.cases.expect.relation": ({ own }) => own,
};

/** LC2001: a field or relation that does not exist. */
export function checkFieldName(site: Site, report: Report): void {
  if (site.definition !== "fieldName" || typeof site.value !== "string") return;
  const { place, role, value, path, context } = site;
  if (role === "name" && declarations.has(place)) return;
  // The name that the field had: it is nobody's now.
  if (path.at(-1) === "renamedFrom") return;
  const owner = relations[place];
  if (owner) checkRelation(owner(context), value, site, report);
  else checkField(fieldsAt(site), value, site, report);

  function checkRelation(fields: Fields | undefined, name: string, at: Site, tell: Report): void {
    if (!fields?.model || relationNames(fields).includes(name)) return;
    tell({
      ...unknownName("LC2001", `${fields.title}没有关系`, name, relationNames(fields)),
      path,
      atKey: at.role === "name",
    });
  }
}

function checkField(fields: Fields | undefined, name: string, site: Site, report: Report): void {
  if (!fields) return;
  const { role, path, place } = site;
  const { usage } = site.context.world;
  if (hasField(fields, name)) {
    // Sample rows fill in every field, whether anybody looks at it or not.
    if (!place.startsWith("sample") && !place.startsWith("generator")) usage.use(fields.model?.id, name);
    return;
  }
  const renamed = renamedTo(fields, name);
  if (renamed !== undefined) {
    usage.use(fields.model?.id, renamed);
    report({ ...renamedField(fields, name, renamed), path, atKey: role === "name" });
    return;
  }
  const takesRelations = place === "action.field" || place === "data.rows" || place.startsWith("screen-test.");
  const others = takesRelations ? relationNames(fields) : [];
  if (others.includes(name)) return;
  const finding = unknownName("LC2001", `${fields.title}没有字段`, name, [...fields.names, ...others]);
  if (fields.isOpen && finding.suggestion === undefined) return;
  usage.miss(fields.model?.id, name, finding.suggestion);
  report({ ...finding, expected: fields.names.join(" | "), path, atKey: role === "name" });
}

function fieldsAt({ place, role, owner, context, path, value }: Site): Fields | undefined {
  if (place === "post.into") return role === "name" ? context.own : context.target;
  if ((place === "transition.ask" || place === "generation.ask") && role === "name") {
    const asked = owner[String(path.at(-1))];
    return typeof asked === "object" && asked !== null && "type" in asked ? undefined : context.own;
  }
  const isOfQuestion = place === "transition.guards.field" || place === "post.guards.field";
  if (isOfQuestion && context.asked && Object.hasOwn(context.asked, String(value))) return undefined;
  if (place === "snapshot.from" && context.asked && Object.hasOwn(context.asked, String(owner.from))) return undefined;
  // Fields of a question that a button asks are its own.
  if (place === "button.ask" && role === "name") return undefined;
  if (place === "editor.map") return role === "name" ? context.target : context.own;
  if (place === "detail.link.masterField") return context.outer;
  // What is done when a row changes writes into the row, or else into the form around it.
  if (place === "action.field") {
    if (!context.master) return context.form;
    if (!context.row) return undefined;
    return hasField(context.row, String(value)) ? context.row : context.form;
  }
  if (place.startsWith("screen-test.") && owner.relation !== undefined) {
    return fieldsIn(context.world, relatedModelId(context.own, String(owner.relation)));
  }
  return ofTarget.has(place) ? context.target : context.own;
}
