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
  ...["isTree", "treeFieldname", "mainTable", "isPage", "isCheckbox"],
];

/** Asks for the pages of the form as it stands, a moment after its last change. */
export function useFormPreview(row: Row, services: ConsoleServices): Preview {
  const [answer, setAnswer] = useState<PreviewAnswer>();
  const [problem, setProblem] = useState<unknown>();
  const [round, setRound] = useState(0);
  const head = Object.fromEntries(headKeys.map((key) => [key, row[key]]));
  const body = JSON.stringify({ ...head, fields: Array.isArray(row.fields) ? row.fields : [] });
  useEffect(() => {
    void round;
    const request = new AbortController();
    const timer = setTimeout(() => {
      const url = "/online/cgform/head/preview";
      services.send({ method: "POST", url, data: JSON.parse(body), signal: request.signal }).then(
        ({ result }) => {
          if (request.signal.aborted) return;
          setAnswer(translateDocument(result as PreviewAnswer));
          setProblem(undefined);
        },
        (reason) => {
          if (!request.signal.aborted) setProblem(reason);
        },
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [body, services, round]);
  return { answer, problem, retry: () => setRound((count) => count + 1) };
}

/** The pages of a template. */
export function useTemplatePreview(id: string, services: ConsoleServices): Preview {
  const [answer, setAnswer] = useState<PreviewAnswer>();
  const [problem, setProblem] = useState<unknown>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    void round;
    const request = new AbortController();
    const url = "/online/cgform/template/preview";
    services.send({ method: "GET", url, params: { id }, signal: request.signal }).then(
      ({ result }) => {
        if (request.signal.aborted) return;
        setAnswer(translateDocument(result as PreviewAnswer));
        setProblem(undefined);
      },
      (reason) => {
        if (!request.signal.aborted) setProblem(reason);
      },
    );
    return () => request.abort();
  }, [id, services, round]);
  return { answer, problem, retry: () => setRound((count) => count + 1) };
}
