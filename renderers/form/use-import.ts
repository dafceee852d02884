import { useState } from "react";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { type ConsoleServices, RequestError } from "../../runtime/react/services.ts";
import { importMessages } from "./import-messages.ts";

/** A file with wrong rows (code 201): nothing of it was stored. */
interface RefusedImport {
  readonly title: string;
  readonly text: string;
  readonly fileUrl: string;
  readonly fileName: string;
}

const maxBytes = 50 * 1024 * 1024;
const texts = importMessages;

/**
 * One import: the chosen file, how far it got, and what the server said about it.
 *
 * @param fixed conditions of the list; imported rows start with them as added ones do
 */
export function useImport(model: ResolvedModel, services: ConsoleServices, fixed: Row) {
  const [file, setFile] = useState<File | undefined>(undefined);
  const [share, setShare] = useState<number | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [refused, setRefused] = useState<RefusedImport | undefined>(undefined);

  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setRefused(undefined);
    setProblem(problemOf(chosen));
    setFile(chosen);
  };

  /** Sends the file; resolves true when all of its rows are stored. */
  const start = async (): Promise<boolean> => {
    const wrong = file ? problemOf(file) : texts.none;
    setProblem(wrong);
    setRefused(undefined);
    if (!file || wrong) return false;
    setShare(0);
    const data = new FormData();
    data.append("file", file);
    const keys = fixedKeys(model, fixed);
    if (Object.keys(keys).length > 0) data.append("foreignKeys", JSON.stringify(keys));
    try {
      const answer = await services.send({
        method: "POST",
        url: `${model.base}/importExcel`,
        data,
        onProgress: setShare,
      });
      services.notify("success", answer.message);
      return true;
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      if (reason.envelope?.code === 201) setRefused(readRefusal(reason.message, reason.envelope.result));
      else setProblem(texts.failedBecause(file.name, reason.message || texts.failed));
      return false;
    } finally {
      setShare(undefined);
    }
  };
  return { file, share, problem, refused, choose, start };
}

/** By its ending alone; what it holds is the server's to judge. */
export const isSheetName = (name: string): boolean => /\.(xlsx?|csv)$/i.test(name);

/** Conditions of a list as imported rows take them over. */
export const fixedKeys = (model: ResolvedModel, fixed: Row): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fixed).flatMap(([name, value]) =>
      model.fields.has(name) && typeof value === "string" ? [[name, value] as const] : [],
    ),
  );

export function problemOf(file: File): string | undefined {
  if (!isSheetName(file.name)) return texts.wrongType;
  return file.size > maxBytes ? texts.tooLarge : undefined;
}

function readRefusal(title: string, result: unknown): RefusedImport {
  const { msg, fileUrl, fileName } = (result ?? {}) as { msg?: string; fileUrl?: string; fileName?: string };
  return { title, text: msg ?? "", fileUrl: fileUrl ?? "", fileName: fileName ?? "" };
}
