import * as renderers from "../../renderers/layouts/OverPage.tsx";
import { useConsole } from "../stores/console.ts";

/** `OverPage` of the console's own dialogs, drawers and panels. */
export function OverPage(props: Omit<renderers.OverPageProps, "services">) {
  const { services } = useConsole();
  return <renderers.OverPage {...props} services={services} />;
}
