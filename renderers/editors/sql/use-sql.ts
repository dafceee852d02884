import { useEffect, useRef, useState } from "react";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { type ConsoleServices, RequestError, textOfReason } from "../../../runtime/react/services.ts";
import type { OpenedCode } from "../../code/code-props.ts";
import { useEvent } from "../../layouts/use-event.ts";
import { showProblem } from "./attach-sql.ts";
import type { ParsedSql, SqlCatalogue, SqlPlace } from "./report-sql.ts";

/** A pause in typing after which the statement is read. */
const pauseMs = 1_000;

export type SqlState =
  | { readonly kind: "none" }
  | { readonly kind: "reading" }
  | { readonly kind: "right"; readonly fields: number; readonly params: number }
  | { readonly kind: "wrong"; readonly message: string; readonly reason: unknown };

interface SqlParts {
  readonly text: string;
  readonly dbKey: unknown;
  readonly parse: string | undefined;
  readonly services: ConsoleServices;
  code(): OpenedCode | undefined;
}

const addressOf = (endpoint: string): string => endpoint.replace(/^[A-Z]+\s+/, "");

/** Reads the statement after each pause; what is wrong is underlined at its place and said. */
export function useSql({ text, dbKey, parse, services, code }: SqlParts) {
  const [state, setState] = useState<SqlState>({ kind: "none" });
  const asked = useRef<AbortController>(undefined);
  const read = useEvent(async (): Promise<ParsedSql | undefined> => {
    asked.current?.abort();
    if (parse === undefined || text.trim() === "") {
      setState({ kind: "none" });
      return undefined;
    }
    const request = new AbortController();
    asked.current = request;
    setState((before) => (before.kind === "right" ? before : { kind: "reading" }));
    const opened = code();
    try {
      const { result } = await services.send({
        method: "POST",
        url: addressOf(parse),
        data: { sql: text, dbKey: dbKey ?? "" },
        signal: request.signal,
      });
      if (request.signal.aborted) return undefined;
      const parsed = result as ParsedSql;
      if (opened) showProblem(opened, undefined);
      setState({ kind: "right", fields: parsed.fields.length, params: parsed.params.length });
      return parsed;
    } catch (reason) {
      if (request.signal.aborted) return undefined;
      const message = textOfReason(reason);
      if (opened) showProblem(opened, message, placeOf(reason));
      setState({ kind: "wrong", message, reason });
      return undefined;
    }
  });
  useEffect(() => {
    void text;
    void dbKey;
    const timer = setTimeout(() => void read(), pauseMs);
    return () => clearTimeout(timer);
  }, [text, dbKey, read]);
  useEffect(() => () => asked.current?.abort(), []);
  return { state, read };
}

function placeOf(reason: unknown): SqlPlace | undefined {
  const result = reason instanceof RequestError ? (reason.envelope?.result as Partial<SqlPlace> | null) : undefined;
  return typeof result?.line === "number" && typeof result.column === "number" ? (result as SqlPlace) : undefined;
}

/** The tables of the chosen source; `isMissing` when they could not be read. */
export function useCatalogue(endpoint: string | undefined, dbKey: unknown, services: ConsoleServices) {
  const [known, setKnown] = useState<{ readonly catalogue?: SqlCatalogue; readonly isMissing: boolean }>({
    isMissing: false,
  });
  useEffect(() => {
    if (endpoint === undefined) return;
    const request = new AbortController();
    const params: Row = { dbKey: dbKey ?? "" };
    services.lookUp<SqlCatalogue>({ method: "GET", url: addressOf(endpoint), params, signal: request.signal }).then(
      (catalogue) => setKnown({ catalogue, isMissing: false }),
      () => {
        if (!request.signal.aborted) setKnown({ isMissing: true });
      },
    );
    return () => request.abort();
  }, [endpoint, dbKey, services]);
  return known;
}
