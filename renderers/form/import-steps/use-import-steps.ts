import { useState } from "react";
import type { ResolvedModel, Row } from "../../../runtime/model/resolved-model.ts";
import { type ConsoleServices, RequestError } from "../../../runtime/react/services.ts";
import type { GridModel } from "../../grid/grid-model.ts";
import { importMessages } from "../import-messages.ts";
import { fixedKeys, problemOf } from "../use-import.ts";
import { importStepsMessages as texts } from "./import-steps-messages.ts";
import type { Keep, Mapping, ReadFile, Verdict } from "./import-steps-types.ts";
import { createStepGrid, markFaults, rowsOf } from "./step-grid.ts";

export type Step = "file" | "columns" | "check" | "done";

interface StepsState {
  readonly step: Step;
  readonly file: File | undefined;
  readonly read: ReadFile | undefined;
  readonly mapping: Mapping;
  readonly key: string | undefined;
  readonly grid: GridModel | undefined;
  readonly verdict: Verdict | undefined;
  /** Rows stored so far. */
  readonly added: number;
  readonly changed: number;
  /** What these were stored as, the first one first. */
  readonly batches: readonly string[];
}

const start: StepsState = {
  step: "file",
  file: undefined,
  read: undefined,
  mapping: [],
  key: undefined,
  grid: undefined,
  verdict: undefined,
  added: 0,
  changed: 0,
  batches: [],
};

/** An import step by step: a file, its columns, its rows as the server judges them, what was stored. */
export function useImportSteps(model: ResolvedModel, services: ConsoleServices, fixed: Row) {
  const [state, setState] = useState(start);
  const [busy, setBusy] = useState<string | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const change = (values: Partial<StepsState>) => setState((before) => ({ ...before, ...values }));

  /** Runs a call; what is refused is said where the person is. */
  const attempt = async (what: string, run: () => Promise<void>) => {
    setBusy(what);
    setProblem(undefined);
    try {
      await run();
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      setProblem(reason.message || importMessages.failed);
    } finally {
      setBusy(undefined);
    }
  };

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const wrong = problemOf(file);
    setState({ ...start, file });
    setProblem(wrong);
    if (wrong) return;
    await attempt(texts.reading, async () => {
      const data = new FormData();
      data.append("file", file);
      const answer = await services.send({ method: "POST", url: `${model.base}/importRead`, data });
      const read = answer.result as ReadFile;
      change({ step: "columns", read, mapping: read.columns.map(({ field }) => field ?? null) });
    });
  };

  const send = async (grid: GridModel, keep: Keep): Promise<Verdict> => {
    grid.stop();
    const answer = await services.send({
      method: "POST",
      url: `${model.base}/importRows`,
      data: {
        keep,
        fileName: state.read?.fileName,
        columns: grid.allColumns.map(({ name }) => name),
        rows: rowsOf(grid),
        foreignKeys: fixedKeys(model, fixed),
        ...(state.key === undefined ? {} : { key: state.key }),
      },
    });
    const verdict = answer.result as Verdict;
    if (verdict.isStored) {
      const wrong = new Set(verdict.problems.map(({ no }) => String(no)));
      grid.removeRows(grid.store.order.filter((id) => !wrong.has(id)));
    }
    markFaults(grid, verdict);
    return verdict;
  };

  const check = () =>
    attempt(texts.checking, async () => {
      if (!state.read) return;
      const grid = state.step === "check" && state.grid ? state.grid : createStepGrid(model, state.read, state.mapping);
      const verdict = await send(grid, "none");
      change({ step: "check", grid, verdict });
    });

  /** @returns whether anything was stored */
  const store = async (keep: "whole" | "sound"): Promise<boolean> => {
    let isStored = false;
    await attempt(texts.checking, async () => {
      if (!state.grid) return;
      const verdict = await send(state.grid, keep);
      isStored = verdict.isStored;
      const added = state.added + (isStored ? verdict.added : 0);
      const changed = state.changed + (isStored ? verdict.changed : 0);
      const batches = [...state.batches, ...(verdict.batchId ? [verdict.batchId] : [])];
      change({ verdict, added, changed, batches, step: isStored && verdict.problems.length === 0 ? "done" : "check" });
    });
    return isStored;
  };

  /** Takes back what was stored, the last part first. @returns whether all of it is */
  const undo = async (): Promise<boolean> => {
    let left: readonly string[] = state.batches;
    await attempt(texts.checking, async () => {
      for (const id of state.batches.toReversed()) {
        await services.send({ method: "POST", url: "/sys/import/undo", params: { id } });
        left = left.filter((one) => one !== id);
      }
    });
    change({ batches: left });
    return left.length === 0;
  };

  const map = (at: number, name: string | null) => {
    const mapping = state.mapping.map((one, index) => (index === at ? name : one === name ? null : one));
    change({ mapping, key: state.key !== undefined && mapping.includes(state.key) ? state.key : undefined });
  };
  return {
    ...state,
    busy,
    problem,
    choose,
    map,
    useKey: (key: string | undefined) => change({ key }),
    back: () => {
      setProblem(undefined);
      change({ step: state.step === "check" ? "columns" : "file" });
    },
    check,
    store,
    undo,
  };
}
