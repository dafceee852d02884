import { useEffect, useState } from "react";

type AllIcons = typeof import("./all-icons.ts");

let fetched: AllIcons | undefined;

/** All icons once somebody wants them; undefined while they are on their way, and when they cannot be had. */
export function useAllIcons(isWanted: boolean): AllIcons | undefined {
  const [icons, setIcons] = useState(fetched);
  useEffect(() => {
    if (!isWanted || fetched) return;
    let isCurrent = true;
    import("./all-icons.ts").then(
      (module) => {
        fetched = module;
        if (isCurrent) setIcons(module);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted]);
  return fetched ?? icons;
}
