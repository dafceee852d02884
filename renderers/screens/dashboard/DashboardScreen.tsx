import { observer } from "mobx-react-lite";
import { useEffect, useMemo, useState } from "react";
import type { PanelsPlan } from "../../../runtime/compile/plan.ts";
import { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import { PanelRows } from "../../../runtime/react/panel-rows.ts";
import { buildScope } from "../../../runtime/react/scope.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import type { CellContext } from "../../cells/cell-props.ts";
import type { PageLink } from "../../panels/panel-props.ts";
import { PanelGrid } from "./PanelGrid.tsx";
import { useRefresh } from "./use-refresh.ts";
import "../list/list.css";
import "../../table/table.css";

interface DashboardScreenProps {
  readonly plan: PanelsPlan;
  readonly services: ConsoleServices;
  findPage(idOrPath: string): PageLink | undefined;
}

/** Panels on 24 columns. Each reads its own rows and fails on its own; one whose rows are refused is left out. */
export const DashboardScreen = observer(function DashboardScreen({ plan, services, findPage }: DashboardScreenProps) {
  const [round, setRound] = useState(0);
  const read = () => setRound((count) => count + 1);
  const dictionaries = useMemo(() => new DictionaryCache(services), [services]);
  const { scope, source } = useMemo(() => {
    void round;
    const now = buildScope(services, {});
    return { scope: now, source: new PanelRows(services, now) };
  }, [services, round]);
  useRefresh(plan.refreshSeconds, read);
  const context = useMemo<CellContext>(
    () => ({
      isState: () => false,
      dictOption: (dict, value) => dictionaries.option(dict, value),
      fileUrl: (path) => services.fileUrl(path),
      run: () => undefined,
    }),
    [dictionaries, services],
  );
  useEffect(() => dictionaries.load(dictionariesOf(plan)), [plan, dictionaries]);
  void dictionaries.version;
  return (
    <PanelGrid
      panels={plan.panels}
      source={source}
      scope={scope}
      context={context}
      dictionaries={dictionaries}
      services={services}
      navigate={services.navigate}
      findPage={findPage}
      call={(name, args) => void services.handlers?.[name]?.(args)}
      onRetry={read}
    />
  );
});

function dictionariesOf(plan: PanelsPlan): ReadonlySet<string> {
  const columns = plan.panels.flatMap((panel) => (panel.kind === "panel" ? panel.columns : []));
  return new Set(columns.flatMap(({ dict }) => (dict?.kind === "code" ? [dict.code] : [])));
}
