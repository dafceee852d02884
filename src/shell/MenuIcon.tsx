import { type ComponentType, useEffect, useState } from "react";
import { Icon } from "../ui/Icon.tsx";
import { menuIconName } from "./menu-icon-name.ts";
import { menuIconShapes } from "./menu-icon-shapes.ts";

/** The icon of a top-level menu line; a name that nobody knows shows the general one, so the column stays even. */
export function MenuIcon({ icon }: { readonly icon: string }) {
  const name = menuIconName(icon);
  const own = menuIconShapes[name];
  const Fetched = useFetchedIcon(own || name === "" ? undefined : name);
  if (Fetched) {
    return (
      <span className="side-menu-icon" aria-hidden="true">
        <Fetched />
      </span>
    );
  }
  const shape = own ?? menuIconShapes.Appstore;
  return shape && <Icon className="side-menu-icon" shape={shape} size={16} />;
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
