import type { GeneratedKind } from "../../runtime/menu/legacy-components.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import type { MatchedRoute } from "./menu-routes.ts";

export interface GeneratedScreen {
  readonly screenId: string;
  /** A report needs nothing but its code; the other kinds are derived by the server from the form's head. */
  readonly document?: ScreenDocument;
  /** Conditions that the address stands for. */
  readonly fixed?: Readonly<Record<string, string>>;
}

/**
 * The page of an online form or report whose code stands in the address (`:code`, or `:id`, or `:table` of a
 * stand-alone form). Undefined for an address without a code.
 */
export function generatedScreen(
  kind: GeneratedKind,
  title: string,
  params: Readonly<Record<string, string>>,
  path = "",
): GeneratedScreen | undefined {
  // A menu row of one report carries the whole address, so nothing in it is a parameter.
  const code = kind === "form" ? params.table : (params.code ?? params.id ?? path.split("/").at(-1));
  if (!code || !/^[\w.$-]+$/.test(code)) return undefined;
  // The views of one form are rows of the list of forms.
  if (kind === "copies") return { screenId: "online/form-copies", fixed: { physicId: code, copyType: "1" } };
  const screenId = `online/${kind}/${code}`;
  if (kind !== "report" && kind !== "report-draft") return { screenId };
  const source = { type: "cgreport", code, ...(kind === "report-draft" ? { draft: true } : {}) } as const;
  const permissionPrefix = `online:cgreport:${code}`;
  const document = { schemaVersion: 1, kind: "report", id: screenId, title, permissionPrefix, source } as const;
  return { screenId, document };
}

/** Id of the document that the server is asked for by the page of an address; undefined for one that asks for none. */
export function askedScreen({ route, params }: MatchedRoute, path: string): string | undefined {
  const { target, title, redirect } = route;
  if (redirect !== undefined) return undefined;
  if (target.kind === "screen") return target.screenId;
  const made = target.kind === "generated" ? generatedScreen(target.screen, title, params, path) : undefined;
  return made?.document ? undefined : made?.screenId;
}
