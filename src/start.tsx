import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import "../plugins/index.gen.ts";
import { currentLocale } from "../runtime/language/language.ts";
import "./account/link-ticket.ts";
import { createConsoleRouter } from "./app/routes.tsx";
import { ConsoleProvider, createConsole } from "./stores/console.ts";
import "./styles.css";
import { ConsoleTheme } from "./app/ConsoleTheme.tsx";
import { followSettings } from "./app/follow-settings.ts";
import { warnBeforeLeaving } from "./app/warn-before-leaving.ts";

document.documentElement.lang = currentLocale();

const darkPreference = window.matchMedia("(prefers-color-scheme: dark)");
const made = createConsole({ systemDark: darkPreference.matches });
darkPreference.addEventListener("change", ({ matches }) => made.settings.followSystem(matches));
followSettings(made);

warnBeforeLeaving(made.unsaved);

const router = createConsoleRouter(made);
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <ConsoleProvider value={made}>
    <ConsoleTheme>
      <RouterProvider router={router} />
    </ConsoleTheme>
  </ConsoleProvider>,
);
