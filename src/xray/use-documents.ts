import { useEffect, useState } from "react";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { DocumentText } from "./explain.ts";

export type Documents =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly reason: unknown }
  | { readonly kind: "ready"; readonly texts: ReadonlyMap<string, DocumentText> };

/**
 * Documents as they are in force and as their files have them.
 *
 * @param files paths below the documents' root, e.g. `store/store-order.screen.json`
 */
export function useDocuments(files: readonly string[], services: ConsoleServices): readonly [Documents, () => void] {
  const [documents, setDocuments] = useState<Documents>({ kind: "loading" });
  const [round, setRound] = useState(0);
  const key = files.join("\n");
  useEffect(() => {
    void round;
    const request = new AbortController();
    const { signal } = request;
    const read = async (path: string) =>
      [
        path,
        await services.request<DocumentText>({ method: "GET", url: "/online/document/read", params: { path }, signal }),
      ] as const;
    setDocuments({ kind: "loading" });
    Promise.all(key.split("\n").map(read)).then(
      (found) => setDocuments({ kind: "ready", texts: new Map(found) }),
      (reason) => {
        if (!signal.aborted) setDocuments({ kind: "failed", reason });
      },
    );
    return () => request.abort();
  }, [services, key, round]);
  return [documents, () => setRound((count) => count + 1)];
}
