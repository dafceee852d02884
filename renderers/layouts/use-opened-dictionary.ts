import { useEffect, useState } from "react";
import type { ResolvedDict } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";

/**
 * Asks for a dictionary that could not be read once more with each opening of its list.
 *
 * @param autoOpen the list stands open from the start
 * @returns what is told when the list opens and closes
 */
export function useOpenedDictionary(
  dictionaries: DictionaryCache,
  dict: ResolvedDict | undefined,
  autoOpen: boolean,
): (isOpen: boolean) => void {
  const [isOpen, setOpen] = useState(autoOpen);
  useEffect(() => {
    if (isOpen) dictionaries.retry(dict);
  }, [isOpen, dictionaries, dict]);
  return setOpen;
}
