import { useMemo } from "react";
import type { ScreenItemPlan } from "../../runtime/compile/view-plan.ts";
import { resolveJson } from "../../runtime/expr/template.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { memoryAddress } from "../../runtime/react/address-bar.ts";
import { buildScope, isTrue } from "../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { useFormScope } from "../form/form-context.ts";
import { ScreenHost } from "./ScreenHost.tsx";
import "./content-view.css";

/** Another screen among the items of a form: it shows what is stored, and is read anew when the form is. */
export function EmbeddedScreen({ item }: { readonly item: ScreenItemPlan }) {
  const { services, opened } = useFormScope();
  return <ScreenOfRow item={item} title={item.title} services={services} row={opened} />;
}

interface ScreenOfRowProps {
  readonly item: ScreenItemPlan;
  /** undefined = what stands above says it already. */
  readonly title: string | undefined;
  readonly services: ConsoleServices;
  readonly row: Row | undefined;
}

/** The same below the values of a detail. */
export function ScreenOfRow({ item, title, services, row }: ScreenOfRowProps) {
  const scope = useMemo(() => buildScope(services, { row }), [services, row]);
  const address = useMemo(() => memoryAddress(), []);
  const fixed = useMemo(
    () => resolveJson(item.params, scope) as Readonly<Record<string, unknown>>,
    [item.params, scope],
  );
  if (!isTrue(item.visible, scope)) return null;
  return (
    <>
      {title === undefined ? null : (
        <header className="sc-line sc-wrap sc-under">
          <h3>{title}</h3>
        </header>
      )}
      <div className="sc-content-view sc-stack">
        <ScreenHost screenId={item.name} services={services} address={address} fixed={fixed} />
      </div>
    </>
  );
}
