import { type ComponentType, useEffect, useState } from "react";
import { carriedIcons } from "./carried-icons.ts";
import { menuIconName } from "./menu-icon-name.ts";
import sprite from "./menu-icons.svg?no-inline";

/** The icon of a top-level menu line; a name that nobody knows shows the general one, so the column stays even. */
export function MenuIcon({ icon, className }: { readonly icon: string; readonly className?: string }) {
  const name = menuIconName(icon);
  const isCarried = carriedIcons.has(name);
  const Fetched = useFetchedIcon(isCarried || name === "" ? undefined : name);
  if (Fetched) {
    return (
      <span className={className} aria-hidden="true">
        <Fetched />
      </span>
    );
  }
  return (
    <svg className={className} width="16" height="16" fill="currentColor" aria-hidden="true" focusable="false">
      <use href={`${sprite}#${isCarried ? name : "Appstore"}`} />
    </svg>
  );
}

/** An icon that the shell does not carry; undefined while it is on its way or when there is none of that name. */
function useFetchedIcon(name: string | undefined): ComponentType | undefined {
  const [fetched, setFetched] = useState<{ readonly name: string; readonly icon: ComponentType | undefined }>();
  useEffect(() => {
    if (name === undefined) return;
    let isCurrent = true;
    import("./more-menu-icons.ts").then(
      ({ findIcon }) => isCurrent && setFetched({ name, icon: findIcon(name) }),
      // The general icon stays.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [name]);
  return fetched?.name === name ? fetched?.icon : undefined;
}
