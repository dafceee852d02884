import { Button, Skeleton, Tag } from "antd";
import { useEffect, useState } from "react";
import { EmptyState } from "../../renderers/layouts/EmptyState.tsx";
import { knownRenderers } from "../../renderers/screens/known-renderers.ts";
import { readModels } from "../../renderers/screens/read-models.ts";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { translateDocument } from "../../runtime/language/document-texts.ts";
import { scopeAt } from "../../runtime/react/part-marks.ts";
import { type ConsoleServices, textOfReason } from "../../runtime/react/services.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { splitPlace } from "./explain.ts";
import { type HiddenPart, hiddenParts } from "./hidden-parts.ts";
import { type DrawnPart, partsInSight } from "./part-at.ts";
import { xrayMessages as texts } from "./xray-messages.ts";

const screenSuffix = ".screen.json";

type Found = { readonly parts: readonly HiddenPart[] } | { readonly problem: unknown };

/** What the documents of the page in sight have and the page does not show, each with its reason. */
export function HiddenParts({ services }: { readonly services: ConsoleServices }) {
  const [found, setFound] = useState<Found>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    void round;
    const request = new AbortController();
    setFound(undefined);
    findHidden(services, request.signal).then(
      (parts) => setFound({ parts }),
      (problem) => {
        if (!request.signal.aborted) setFound({ problem });
      },
    );
    return () => request.abort();
  }, [services, round]);
  if (!found) {
    return (
      <div role="status" aria-busy="true" aria-label={texts.loading}>
        <Skeleton active paragraph={{ rows: 6 }} />
      </div>
    );
  }
  if ("problem" in found) {
    return (
      <EmptyState kind="error" title={texts.failed} text={textOfReason(found.problem)} reason={found.problem}>
        <Button onClick={() => setRound((count) => count + 1)}>{texts.retry}</Button>
      </EmptyState>
    );
  }
  if (found.parts.length === 0) return <p className="sc-hint">{texts.allShown}</p>;
  return (
    <ul className="sc-ruled">
      {found.parts.map(({ kind, title, place, reason }) => (
        <li key={place.at} className="sc-bar">
          <span className="sc-line">
            <Tag>{texts.kinds[kind]}</Tag>
            <strong>{title}</strong>
          </span>
          <span className="sc-hint">{reason}</span>
        </li>
      ))}
    </ul>
  );
}

/** Documents in sight are those that the drawn parts name. */
async function findHidden(services: ConsoleServices, signal: AbortSignal): Promise<readonly HiddenPart[]> {
  const drawn = partsInSight();
  const shown = new Set(drawn.map(({ place }) => place.at));
  const byFile = new Map<string, DrawnPart>();
  for (const part of drawn) {
    const { file } = splitPlace(part.place.at);
    if (file.endsWith(screenSuffix) && !byFile.has(file)) byFile.set(file, part);
  }
  const all = await Promise.all(
    [...byFile].map(async ([file, part]) => {
      const url = `/lowcode/screens/${file.slice(0, -screenSuffix.length)}`;
      const answer = await services.request<{ readonly screen: ScreenDocument | null; readonly models: unknown }>({
        ...{ method: "GET", url, signal },
      });
      const { screen, models } = translateDocument(answer);
      if (!screen) return [];
      const plan = compileScreen(screen, readModels(models), knownRenderers);
      return hiddenParts(plan, shown, services, scopeAt(part.element));
    }),
  );
  return all.flat();
}
