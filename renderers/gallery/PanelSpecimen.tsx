import { useMemo } from "react";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import type { PanelRows } from "../../runtime/react/panel-rows.ts";
import { RequestError } from "../../runtime/react/services.ts";
import type { PanelDefinition } from "../../runtime/registry/define.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { BrokenMark } from "../layouts/BrokenMark.tsx";
import { messages } from "../messages.ts";
import { PanelCard } from "../screens/dashboard/PanelCard.tsx";
import { galleryMessages } from "./gallery-messages.ts";
import "../screens/dashboard/dashboard.css";
import type { SpecimenProps } from "./CellSpecimen.tsx";
import { GalleryState } from "./GalleryState.tsx";
import { modelsOf, panelRows } from "./samples.ts";

type Load = PanelRows["load"];

/** A panel over rows in memory: full, empty, under way, refused. */
export function PanelSpecimen({ definition, example, services, dictionaries }: SpecimenProps<PanelDefinition>) {
  const { states } = galleryMessages;
  const plan = useMemo(() => planOf(example), [example]);
  const faces = useMemo<readonly (readonly [string, { readonly load: Load }])[]>(
    () => [
      [states.normal, { load: async () => panelRows(example, definition) }],
      [states.empty, { load: async () => [] }],
      [states.loading, { load: () => new Promise(() => undefined) }],
      [states.failed, { load: () => Promise.reject(new RequestError(galleryMessages.refused, 0, undefined)) }],
    ],
    [example, definition],
  );
  if (!plan) return null;
  if (plan.kind === "broken") return <BrokenMark part={plan} />;
  const context: CellContext = {
    isState: () => false,
    dictOption: (dict, value) => dictionaries.option(dict, value),
    fileUrl: (path) => services.fileUrl(path),
    run: () => undefined,
  };
  return faces.map(([name, source]) => (
    <GalleryState key={name} name={name}>
      <PanelCard
        plan={plan}
        widths={{}}
        source={source}
        scope={{ user: services.user }}
        context={context}
        dictionaries={dictionaries}
        services={services}
        navigate={() => services.notify("info", galleryMessages.wouldRun(plan.title ?? plan.panel.type))}
        findPage={(path) => ({ path, title: path })}
        call={(name) => services.notify("info", galleryMessages.wouldRun(name))}
        onRetry={() => services.notify("info", galleryMessages.wouldRun(messages.states.retry))}
      />
    </GalleryState>
  ));
}

/** The example without its source: the rows come from memory, and a face for loading needs that something is asked. */
function planOf(example: Readonly<Record<string, unknown>>) {
  const { source: _source, ...panel } = example;
  const screen = { schemaVersion: 1, kind: "dashboard", id: "gallery", title: "gallery", panels: [panel] };
  const plan = compileScreen(screen as unknown as ScreenDocument, modelsOf(example));
  const first = "panels" in plan ? plan.panels?.[0] : undefined;
  if (first?.kind !== "panel") return first;
  return { ...first, tasks: [], source: { type: "rest", get: "GET /gallery" } as const };
}
