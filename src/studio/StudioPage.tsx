import { Alert, Button, Flex, Skeleton, Splitter, Tag } from "antd";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { CodeField } from "../../renderers/code/CodeField.tsx";
import type { OpenedCode } from "../../renderers/code/code-props.ts";
import { isFocusLost } from "../../renderers/grid/grid-focus.ts";
import { EmptyState } from "../../renderers/layouts/EmptyState.tsx";
import { useMedia, wideQuery } from "../../renderers/layouts/use-media.ts";
import { type ConsoleServices, textOfReason } from "../../runtime/react/services.ts";
import { HistoryDrawer } from "./HistoryDrawer.tsx";
import { Outline } from "./Outline.tsx";
import { PublishDialog } from "./PublishDialog.tsx";
import { StudioNews } from "./StudioNews.tsx";
import { StudioPreview } from "./StudioPreview.tsx";
import { StudioProblems } from "./StudioProblems.tsx";
import { studioMessages as texts } from "./studio-messages.ts";
import type { Words } from "./studio-types.ts";
import { useCodeHelp } from "./use-code-help.ts";
import { type Studio, useStudio } from "./use-studio.ts";

interface StudioPageProps {
  readonly params: Readonly<Record<string, unknown>>;
  readonly services: ConsoleServices;
}

/** The designer of a document: outline, JSON and the page as it will be, side by side (AUT-04). */
export function StudioPage({ params, services }: StudioPageProps) {
  const path = String(params.path ?? "");
  const studio = useStudio(path, services);
  const { opened } = studio;
  if (opened.kind === "loading") {
    return (
      <div className="sc-card sc-inset" role="status" aria-busy="true" aria-label={texts.loading}>
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    );
  }
  if (opened.kind === "failed") {
    return (
      <EmptyState kind="error" title={texts.failed} text={textOfReason(opened.reason)} reason={opened.reason}>
        <Button type="primary" onClick={studio.reload}>
          {texts.retry}
        </Button>
        <Button onClick={() => services.navigate("/online/documents")}>{texts.back}</Button>
      </EmptyState>
    );
  }
  return (
    <OpenStudio key={path} studio={studio} words={opened.words} services={services} at={String(params.at ?? "")} />
  );
}

interface OpenStudioProps {
  readonly studio: Studio;
  readonly words: Words;
  readonly services: ConsoleServices;
  /** A key to show first. */
  readonly at: string;
}

function OpenStudio({ studio, words, services, at }: OpenStudioProps) {
  const isWide = useMedia(wideQuery);
  const code = useRef<OpenedCode>(undefined);
  const { opened, text, checked } = studio;
  const open = useCodeHelp({ studio, words, services, at, code });
  const panels = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => nameToggles(panels.current));
  if (opened.kind !== "ready") return null;
  const { document } = opened;
  const editor = (
    <Flex vertical style={{ height: "100%" }}>
      <div style={{ flex: 1, minHeight: 200 }}>
        <CodeField
          id="studio-code"
          label={texts.code}
          value={text}
          language="json"
          height="100%"
          readOnly={!document.mayEdit}
          onChange={studio.setText}
          onOpened={open}
        />
      </div>
      <StudioProblems checked={checked} code={code} />
    </Flex>
  );
  return (
    <section className="sc-card sc-stack" aria-label={document.path} style={{ height: "calc(100vh - 132px)" }}>
      <StudioBar studio={studio} words={words} services={services} />
      <StudioNews document={document} news={studio.news} isWide={isWide} />
      <div ref={panels} style={{ flex: 1, minHeight: 0 }}>
        {isWide ? (
          <Splitter onCollapse={redraw}>
            <Splitter.Panel defaultSize={250} min={180} collapsible>
              <Outline studio={studio} words={words} code={code} />
            </Splitter.Panel>
            <Splitter.Panel min={320}>{editor}</Splitter.Panel>
            <Splitter.Panel defaultSize="38%" min={260} collapsible>
              <StudioPreview studio={studio} words={words} services={services} />
            </Splitter.Panel>
          </Splitter>
        ) : (
          editor
        )}
      </div>
    </section>
  );
}

/** antd names the buttons beside its bars in English, and takes no other name. */
function nameToggles(panels: HTMLElement | null): void {
  const names = [texts.toggleOutline, texts.togglePreview];
  const bars = panels?.querySelectorAll("[role=separator]") ?? [];
  for (const [at, bar] of [...bars].entries())
    for (const toggle of bar.parentElement?.querySelectorAll("[role=button]") ?? [])
      toggle.setAttribute("aria-label", names[at] ?? "");
}

/** Where the document stands, and what can be done with it. */
function StudioBar({ studio, words, services }: Pick<OpenStudioProps, "studio" | "words" | "services">) {
  const { opened, isDirty, draftTime, busy } = studio;
  const [isPublishing, setPublishing] = useState(false);
  const [isHistory, setHistory] = useState(false);
  const lasting = useLastingFocus(busy !== undefined || isPublishing);
  if (opened.kind !== "ready") return null;
  const { document } = opened;
  const hasChanges = isDirty || draftTime !== undefined || studio.text !== document.text;
  const mustSettle = document.conflicts.length > 0 || document.problem !== null;
  const discard = async () => {
    const asked = { title: texts.discardTitle, content: texts.discardText, okText: texts.discard, danger: true };
    if (await services.confirm(asked)) await studio.discard();
  };
  return (
    <header className="sc-bar sc-under sc-line sc-wrap">
      <strong>{document.path}</strong>
      <Tag>{texts.inForce(document.version)}</Tag>
      <span className="sc-hint sc-grow" role="status">
        {isDirty ? texts.unsaved : draftTime === undefined ? "" : texts.saved(draftTime.slice(0, 16))}
      </span>
      <Button ref={lasting} onClick={() => setHistory(true)}>
        {texts.history}
      </Button>
      {document.mayEdit ? (
        <>
          <Button disabled={!hasChanges} loading={busy === "discard"} onClick={() => void discard()}>
            {texts.discard}
          </Button>
          <Button disabled={!isDirty} loading={busy === "save"} onClick={() => void studio.saveDraft()}>
            {texts.save}
          </Button>
          <Button loading={studio.checked.isRunning} onClick={() => void studio.check()}>
            {texts.check}
          </Button>
        </>
      ) : null}
      {document.mayPublish ? (
        <Button type="primary" disabled={!hasChanges && !mustSettle} onClick={() => setPublishing(true)}>
          {texts.publish}
        </Button>
      ) : null}
      {document.mayEdit ? null : (
        <Alert
          type="info"
          title={document.kind === "screen" || document.kind === "model" ? texts.noRight : texts.readOnly}
        />
      )}
      {isPublishing ? <PublishDialog studio={studio} words={words} onClose={() => setPublishing(false)} /> : null}
      {isHistory ? (
        <HistoryDrawer studio={studio} words={words} services={services} onClose={() => setHistory(false)} />
      ) : null}
    </header>
  );
}

/** A pressed button that is closed when its work is done would take the focus with it: a button that never is gets it. */
function useLastingFocus(isWorking: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const hasWorked = useRef(false);
  useEffect(() => {
    const isLost = isFocusLost() || document.activeElement?.matches(":disabled");
    if (hasWorked.current && !isWorking && isLost) button.current?.focus();
    hasWorked.current = isWorking;
  }, [isWorking]);
  return button;
}
