import { useEffect, useState } from "react";
import { commaParts } from "../../../runtime/format/text.ts";
import { translateDocument } from "../../../runtime/language/document-texts.ts";
import { textOfReason } from "../../../runtime/react/services.ts";
import { useFormScopeIfAny } from "../../form/form-context.ts";
import { LookUpState } from "../../layouts/LookUpState.tsx";
import { messages } from "../../messages.ts";
import { ChoiceSelect } from "../ChoiceSelect.tsx";
import type { Choice } from "../dict-choices.ts";
import type { EditorProps } from "../editor-props.ts";

type Answer = readonly { readonly value: string; readonly text: string }[];
type Found = { readonly choices: readonly Choice[] } | { readonly problem: string } | undefined;

/** One of what the server offers for this form as it stands. What is stored stays choosable, offered or not. */
export function SuggestEditor(props: EditorProps) {
  const { id, title, options, value, disabled, aria, services, onChange, onBlur } = props;
  const row = useFormScopeIfAny()?.session.row ?? {};
  const { url = "", params = [], multiple = false } = options.type === "suggest" ? options : {};
  const asked = JSON.stringify(Object.fromEntries(params.map((name) => [name, row[name] ?? ""])));
  const [found, setFound] = useState<Found>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    void round;
    const request = new AbortController();
    setFound(undefined);
    services.request<Answer>({ method: "GET", url, params: JSON.parse(asked), signal: request.signal }).then(
      (answer) => setFound({ choices: translateDocument(answer).map(asChoice) }),
      (reason) => (request.signal.aborted ? undefined : setFound({ problem: textOfReason(reason) })),
    );
    return () => request.abort();
  }, [services, url, asked, round]);
  const choices = found && "choices" in found ? found.choices : [];
  const current = multiple ? commaParts(value) : typeof value === "string" && value ? [value] : [];
  const chosen = current.map((one) => choices.find(({ value: known }) => known === one) ?? { value: one, label: one });
  return (
    <ChoiceSelect
      id={id}
      aria={aria}
      autoOpen={props.autoOpen ?? false}
      disabled={disabled}
      placeholder={messages.form.select(title)}
      several={multiple}
      choices={[...chosen.filter((one) => !choices.includes(one)), ...choices]}
      chosen={chosen}
      empty={
        <LookUpState
          isLoading={found === undefined}
          problem={found && "problem" in found ? found.problem : undefined}
          onRetry={() => setRound(round + 1)}
          isLine={found !== undefined && "choices" in found}
        />
      }
      drawChoice={(choice) => (
        <>
          {choice.label} {choice.label === choice.value ? null : <small>{choice.value}</small>}
        </>
      )}
      onChange={(next) => onChange(next.map((one) => one.value).join(",") || null)}
      onBlur={onBlur}
    />
  );
}

const asChoice = ({ value, text }: Answer[number]): Choice => ({ value, label: text });
