import { useContext, useEffect, useReducer } from "react";
import type { ComponentItemPlan } from "../../runtime/compile/view-plan.ts";
import { resolveJson } from "../../runtime/expr/template.ts";
import { buildScope, isTrue } from "../../runtime/react/scope.ts";
import { messages } from "../messages.ts";
import { ContentsContext } from "../registered-contents.ts";
import { useFormScope } from "./form-context.ts";

/** Something written in React among the items of a form; it reads the form through `useFormScope`. */
export function FormComponent({ item }: { readonly item: ComponentItemPlan }) {
  const { session, services, opened, dictionaries } = useFormScope();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => session.onChange(redraw), [session]);
  const scope = buildScope(services, { row: opened, form: session.row, dicts: dictionaries.all() });
  const Content = useContext(ContentsContext)[item.name];
  if (!isTrue(item.visible, scope)) return null;
  if (!Content) return <p className="sc-sub-note">{messages.states.unknownPage(item.name)}</p>;
  const frame = { as: "page", title: "", label: "", width: undefined } as const;
  const params = resolveJson(item.params, scope) as Readonly<Record<string, unknown>>;
  return <Content params={params} services={services} frame={frame} onClose={() => undefined} />;
}
