import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { DictionaryState } from "../layouts/DictionaryState.tsx";
import { type Choice, dictChoices } from "./dict-choices.ts";
import type { EditorProps } from "./editor-props.ts";

interface EntriesInSightProps extends Omit<EditorProps, "options"> {
  children(choices: Choice[]): ReactNode;
}

/** A group whose entries all stand in the form: while there are none, it says whether they come and why not. */
export const EntriesInSight = observer(function EntriesInSight({ children, ...props }: EntriesInSightProps) {
  const { dict, dictionaries } = props;
  const choices = dictChoices(props) as Choice[];
  return (
    <>
      {choices.length > 0 ? children(choices) : null}
      {dictionaries.options(dict).length === 0 ? (
        <DictionaryState isLine dict={dict} dictionaries={dictionaries} />
      ) : null}
    </>
  );
});
