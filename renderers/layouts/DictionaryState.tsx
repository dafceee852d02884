import { observer } from "mobx-react-lite";
import type { ResolvedDict } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { LookUpState } from "./LookUpState.tsx";

interface DictionaryStateProps {
  readonly dict: ResolvedDict | undefined;
  readonly dictionaries: DictionaryCache;
  readonly isLine?: boolean;
}

/** In place of a dictionary's entries: they are on their way, could not be read, or none fits what was typed. */
export const DictionaryState = observer(function DictionaryState({
  dict,
  dictionaries,
  isLine = false,
}: DictionaryStateProps) {
  const isLoading = dictionaries.isLoading(dict);
  return (
    <LookUpState
      isLoading={isLoading}
      problem={dictionaries.problem(dict)}
      onRetry={isLoading ? undefined : () => dictionaries.retry(dict)}
      isLine={isLine}
    />
  );
});
