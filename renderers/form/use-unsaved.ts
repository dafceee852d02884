import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { fieldItems } from "../../runtime/compile/flat-items.ts";
import type { ItemPlan, ViewPlan } from "../../runtime/compile/view-plan.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Draft, UnsavedWork } from "../../runtime/react/services.ts";
import { useEvent } from "../layouts/use-event.ts";
import { fitDraft, type LostValue } from "./fit-draft.ts";
import type { FormSession } from "./form-session.ts";
import { useModels } from "./models-context.ts";

/** A pause in typing after which the draft is written. */
const pauseMs = 400;

interface UnsavedParts {
  readonly session: FormSession;
  readonly unsaved: UnsavedWork | undefined;
  /** Names the form and the record: two people, two records, two drafts. */
  readonly draftKey: string;
  readonly model: ResolvedModel;
  readonly view: ViewPlan;
}

export interface UnsavedForm {
  /** What was typed here before and never saved, until the person decides about it. */
  readonly offered: Draft | undefined;
  /** What could not be restored, until the person has read it. */
  readonly lost: readonly LostValue[];
  restore(): void;
  dismiss(): void;
  /** Saved, or given up on purpose: nothing is left to keep. */
  settle(): void;
}

/** Reports a form as unsaved work, keeps a draft of what is typed, and offers one that was left behind. */
export function useUnsaved({ session, unsaved, draftKey, model, view }: UnsavedParts): UnsavedForm {
  const [offered, setOffered] = useState(() => unsaved?.readDraft(draftKey));
  const [lost, setLost] = useState<readonly LostValue[]>([]);
  const models = useModels();
  const isSettled = useRef(false);
  const write = useEvent(() => {
    if (isSettled.current) return;
    const changed = withoutSecrets(session.changes(), view);
    const hasChanges = Object.keys(changed).length > 0;
    // While an older draft waits for a decision, a form that was not touched does not remove it.
    if (hasChanges || !offered) unsaved?.writeDraft(draftKey, hasChanges ? changed : undefined);
  });
  useEffect(() => unsaved?.watch(() => !isSettled.current && session.isDirty), [unsaved, session]);
  useEffect(() => {
    if (!unsaved) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(write, pauseMs);
    };
    const now = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      write();
    };
    const stop = session.onChange(later);
    window.addEventListener("pagehide", now);
    return () => {
      stop();
      window.removeEventListener("pagehide", now);
      now();
    };
  }, [unsaved, session, write]);
  const settle = () => {
    isSettled.current = true;
    unsaved?.writeDraft(draftKey, undefined);
  };
  return {
    offered,
    lost,
    restore() {
      const fitted = fitDraft(offered?.values ?? {}, model, models);
      session.set(fitted.values);
      setLost(fitted.lost);
      setOffered(undefined);
    },
    dismiss() {
      setLost([]);
      if (!offered) return;
      setOffered(undefined);
      unsaved?.writeDraft(draftKey, undefined);
    },
    settle,
  };
}

/**
 * Draws a form again when its page comes back from behind another tab: Formily's observers end with the effects of a
 * hidden page and follow their fields only after they were drawn anew.
 */
export function useRedrawWhenShown(): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (!isFirst.current) redraw();
    isFirst.current = false;
  }, []);
}

/** Passwords are never kept. */
function withoutSecrets(values: Row, view: ViewPlan): Row {
  const secret = secretNames(view.items);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name)));
}

function secretNames(items: readonly ItemPlan[]): ReadonlySet<string> {
  const secrets = fieldItems(items).filter(({ editor }) => editor.kind === "editor" && editor.type === "password");
  return new Set(secrets.map(({ name }) => name));
}
