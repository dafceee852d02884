import type { RegisteredPages } from "../../renderers/screens/ScreenHost.tsx";
import { HomePage } from "./HomePage.tsx";

/** The console's own pages that a document of kind `page` may name. */
export const registeredPages: RegisteredPages = {
  "dashboard/welcome": HomePage,
};
