import { useState } from "react";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import type { QueryItemPlan } from "../../runtime/compile/plan.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { FilterControl } from "../filters/FilterControl.tsx";
import { GalleryState } from "./GalleryState.tsx";
import { galleryMessages } from "./gallery-messages.ts";
import { sampleModel } from "./samples.ts";

/** The query items of the sample model: one for every kind of control that a query bar chooses by itself. */
export function filterItems(): readonly QueryItemPlan[] {
  const fields = [...sampleModel.fields.values()].filter(({ system, type }) => !system && type !== "json");
  const items = fields.map(({ name, type }) => (ranges.has(type) ? { field: name, op: "range" } : name));
  const screen = { schemaVersion: 1, kind: "list", id: sampleModel.id, model: sampleModel.id, query: { items } };
  const plan = compileScreen(screen as unknown as ScreenDocument, new Map([[sampleModel.id, sampleModel]]));
  return "query" in plan ? plan.query.items : [];
}

const ranges: ReadonlySet<string> = new Set(["money", "datetime"]);

interface FilterSpecimenProps {
  readonly item: QueryItemPlan;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
}

/** A control of a query bar: empty, and with what it begins with. */
export function FilterSpecimen({ item, services, dictionaries }: FilterSpecimenProps) {
  const { states } = galleryMessages;
  return (
    <>
      <FilterState name={states.empty} item={item} services={services} dictionaries={dictionaries} value={undefined} />
      <FilterState
        name={states.unknown}
        item={item}
        services={services}
        dictionaries={dictionaries}
        value={item.op === "range" ? undefined : item.dict ? ["ZX-404"] : undefined}
      />
    </>
  );
}

function FilterState({
  name,
  value: start,
  ...rest
}: FilterSpecimenProps & { readonly name: string; readonly value: unknown }) {
  const [value, setValue] = useState(start);
  if (name === galleryMessages.states.unknown && start === undefined) return null;
  const id = `filter-${rest.item.name}-${name}`;
  return (
    <GalleryState name={name} controlId={id}>
      <FilterControl id={id} {...rest} value={value} onChange={setValue} />
    </GalleryState>
  );
}
