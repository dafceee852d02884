import { type ReactNode, useContext, useState } from "react";
import { UNSAFE_LocationContext as LocationContext, UNSAFE_RouteContext as RouteContext } from "react-router-dom";

/**
 * Links to whole addresses that outlive the page: they are not drawn again when the person goes elsewhere, which the
 * router's links do, a hundred of them in menus and tabs. Such a link does not know that it leads to where the person
 * is already; it says `replace` itself there.
 */
export function StillLinks({ children }: { readonly children: ReactNode }) {
  const [location] = useState(useContext(LocationContext));
  const [route] = useState(useContext(RouteContext));
  return (
    <RouteContext.Provider value={route}>
      <LocationContext.Provider value={location}>{children}</LocationContext.Provider>
    </RouteContext.Provider>
  );
}
