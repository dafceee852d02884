import type { AnyDefinition } from "../registry/define.ts";
import type { Diagnostic } from "../schema/diagnostic.ts";
import type { SourceDocument } from "../schema/source-document.ts";
import type { DataDocument, ScreenDocument, ScreenTestDocument } from "../schema/types.gen.ts";
import { metaSchemas } from "../schema/validators.ts";
import { checkAccess } from "./access.ts";
import { checkCalendar } from "./calendars.ts";
import { checkComparisons, checkSums } from "./comparisons.ts";
import { rootContext } from "./context.ts";
import { checkDataRows } from "./data-rows.ts";
import { checkDictionaries } from "./dictionaries.ts";
import { checkDuplicates } from "./duplicates.ts";
import { checkExpressions } from "./expressions.ts";
import { checkFieldName } from "./field-names.ts";
import { checkGivenValues } from "./given-values.ts";
import { checkGrantable, checkMenuless } from "./grantable.ts";
import { checkJsonSchemas } from "./json-schemas.ts";
import { checkKeptRows } from "./kept-rows.ts";
import { checkFit, checkLimits, checkOnly } from "./limits.ts";
import { checkLinkage, checkViewLinkage } from "./linkage.ts";
import { checkPermissions } from "./permissions.ts";
import { checkPlaces } from "./places.ts";
import { checkReferences, checkSnapshot } from "./references.ts";
import { createReport, type Report } from "./report.ts";
import { checkRiskyParts, checkUnusedViews } from "./risky-parts.ts";
import { checkRowNames } from "./row-names.ts";
import { checkSamplePaths } from "./sample-paths.ts";
import { checkSaveRows } from "./save-rows.ts";
import { checkScreenTest } from "./screen-tests.ts";
import { checkUnreachableFields } from "./unreachable.ts";
import { checkDefault, checkDictionaryEntries, checkWhere } from "./values.ts";
import { walkDocument } from "./walk.ts";
import type { World } from "./world.ts";

export interface MeaningOptions {
  readonly world: World;
  /** Renderer definitions, for what fits which field type; without them that is not checked. */
  readonly definitions: readonly AnyDefinition[];
}

/** What the meta-schema cannot say: names, references, expressions, cycles. The document must have passed it. */
export function checkMeaning(source: SourceDocument, { world, definitions }: MeaningOptions): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = createReport(source, diagnostics);
  const document = source.value as Readonly<Record<string, unknown>>;
  const screen = source.kind === "screen-test" ? world.screens.get((document as ScreenTestDocument).screen) : undefined;

  checkPlaces(source, world, report);
  walkDocument(metaSchemas[source.kind], source.kind, document, rootContext(source, world), (site) => {
    if (source.kind !== "data" || site.place !== "data.rows") checkFieldName(site, report);
    checkExpressions(site, report);
    checkRowNames(site, report);
    checkComparisons(site, report);
    checkSums(site, report);
    checkDefault(site, report);
    checkWhere(site, report);
    checkReferences(site, document, report);
    checkSnapshot(site, report);
    checkSamplePaths(site, report);
    checkDictionaries(site, report);
    checkDuplicates(site, report);
    checkLimits(site, report);
    checkJsonSchemas(site, report);
    checkFit(site, definitions, report);
    checkPermissions(site, report);
    if (source.kind !== "screen-test") checkGrantable(site, report);
    checkRiskyParts(site, report);
    checkSaveRows(site, report);
    checkGivenValues(site, report);
    checkCalendar(site, document, report);
    if (screen) checkScreenTest(site, screen, report);
  });
  const model = source.kind === "model" ? world.models.get(source.id) : undefined;
  if (model) {
    checkLinkage(model, world.models, report);
    checkKeptRows(model, world.models, report);
    checkOnly(model, world.models, report);
  }
  if (source.kind === "data") {
    checkDataRows(source.value as DataDocument, world, report);
    checkDictionaryEntries(source.value as DataDocument, report);
  }
  if (source.kind === "screen") {
    checkScreen(document, world, report);
    checkMenuless(source.id, source.value as ScreenDocument, world, report);
    checkAccess(source.id, source.value as ScreenDocument, world, report);
  }
  return diagnostics;
}

/** What is about a screen as a whole. */
function checkScreen(document: Readonly<Record<string, unknown>>, world: World, report: Report): void {
  checkUnusedViews(document, report);
  const model = typeof document.model === "string" ? world.models.get(document.model) : undefined;
  if (!model) return;
  checkUnreachableFields(document, model, report);
  checkViewLinkage(document, model, world.models, report);
}
