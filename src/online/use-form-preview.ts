import { useEffect, useState } from "react";
import { translateDocument } from "../../runtime/language/document-texts.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";

/** A page as `GET /lowcode/screens` answers it. */
export interface PreviewPage {
  readonly screen: ScreenDocument;
  readonly models: Readonly<Record<string, { readonly base: string }>>;
}

/** What the server makes of a definition that is not stored. */
export interface PreviewAnswer {
  /** Absent while there is no field. */
  readonly form?: PreviewPage;
  readonly list?: PreviewPage;
  readonly findings: readonly {
    readonly field?: string;
    readonly message: string;
    readonly severity: "error" | "warning";
  }[];
}

export interface Preview {
  /** The last one, also while the next is on its way. */
  readonly answer: PreviewAnswer | undefined;
  readonly problem: unknown;
  retry(): void;
}

/** Milliseconds without another keystroke. */
const pause = 500;

/** Settings of the head that change a page. */
const headKeys = [
  ...["id", "tableName", "tableTxt", "tableType", "relationType", "themeTemplate", "formTemplate"],
  ...["isTree", "treeFieldname", "mainTable", "isPage", "isCheckbox", "rules"],
];

/** Asks for the pages of the form as it stands, a moment after its last change. */
export function useFormPreview(row: Row, services: ConsoleServices): Preview {
  const head = Object.fromEntries(headKeys.map((key) => [key, row[key]]));
  const data = { ...head, fields: Array.isArray(row.fields) ? row.fields : [] };
  return usePreview({ method: "POST", url: "/online/cgform/head/preview", data }, services, pause);
}

/** The pages of a template. */
export function useTemplatePreview(id: string, services: ConsoleServices): Preview {
  return usePreview({ method: "GET", url: "/online/cgform/template/preview", params: { id } }, services, 0);
}

/** Asks again when what is asked changes, `delay` milliseconds later; an answer that was overtaken is dropped. */
function usePreview(asked: PreviewRequest, services: ConsoleServices, delay: number): Preview {
  const [answer, setAnswer] = useState<PreviewAnswer>();
  const [problem, setProblem] = useState<unknown>();
  const [round, setRound] = useState(0);
  const whole = JSON.stringify(asked);
  useEffect(() => {
    void round;
    const request = new AbortController();
    const timer = setTimeout(() => {
      services.send({ ...(JSON.parse(whole) as PreviewRequest), signal: request.signal }).then(
        ({ result }) => {
          if (request.signal.aborted) return;
          setAnswer(translateDocument(result as PreviewAnswer));
          setProblem(undefined);
        },
        (reason) => {
          if (!request.signal.aborted) setProblem(reason);
        },
      );
    }, delay);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [whole, services, round, delay]);
  return { answer, problem, retry: () => setRound((count) => count + 1) };
}

type PreviewRequest = Pick<Parameters<ConsoleServices["send"]>[0], "method" | "url" | "data" | "params">;
