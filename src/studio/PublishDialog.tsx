import { Alert, Button, Skeleton } from "antd";
import { useEffect, useMemo } from "react";
import { ViewFrame } from "../../renderers/layouts/ViewFrame.tsx";
import { describeChange } from "./describe-change.ts";
import { parseText } from "./parse-text.ts";
import { studioMessages as texts } from "./studio-messages.ts";
import type { Words } from "./studio-types.ts";
import { type Studio, useFieldTitles } from "./use-studio.ts";

interface PublishDialogProps {
  readonly studio: Studio;
  readonly words: Words;
  onClose(): void;
}

/** What publishing would change, in sentences, and whose permissions go with it. */
export function PublishDialog({ studio, words, onClose }: PublishDialogProps) {
  const { opened, text, checked, busy, check } = studio;
  const document = opened.kind === "ready" ? opened.document : undefined;
  const titleOfField = useFieldTitles(words, text);
  const changes = useMemo(() => {
    const [before, after] = [parseText(document?.text ?? ""), parseText(text)];
    return before && after ? describeChange(before, after, { kind: document?.kind ?? "screen", titleOfField }) : [];
  }, [document, text, titleOfField]);
  const isFresh = checked.text === text && checked.answer !== undefined;
  useEffect(() => {
    if (!isFresh) void check();
  }, [isFresh, check]);
  const answer = isFresh ? checked.answer : undefined;
  const errors = [...(answer?.findings ?? []), ...(answer?.elsewhere ?? [])].filter(
    ({ severity }) => severity === "error",
  );
  const publish = async () => {
    await studio.publish();
    // In force, refused with a reason, or merged with another's: either way the editor has what comes next.
    onClose();
  };
  return (
    <ViewFrame
      as="modal"
      title={texts.publishTitle}
      label={texts.publishTitle}
      width={640}
      onClose={onClose}
      footer={
        <div className="sc-frame-foot sc-line sc-wrap">
          <span className="sc-grow" />
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            type="primary"
            disabled={!answer?.mayPublish}
            loading={busy === "publish"}
            onClick={() => void publish()}
          >
            {texts.publishNow}
          </Button>
        </div>
      }
    >
      {answer ? null : checked.problem === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <Alert type="error" title={texts.notChecked} />
      )}
      {errors.length > 0 ? (
        <Alert
          type="error"
          title={texts.errorsFirst(errors.length)}
          description={
            <ul>
              {errors.slice(0, 10).map(({ file, line, path, message }) => (
                <li key={[file, line, path, message].join()}>{texts.elsewhere(`${file}:${line}`, message)}</li>
              ))}
            </ul>
          }
        />
      ) : null}
      {(answer?.lost ?? []).length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={answer?.lost.map(({ code, name, roles }) => <div key={code}>{texts.lost(code, name, roles)}</div>)}
        />
      ) : null}
      <h4>{texts.changes(changes.length)}</h4>
      {changes.length === 0 ? <p className="sc-nothing">{texts.noChanges}</p> : null}
      <ul>
        {changes.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </ViewFrame>
  );
}
