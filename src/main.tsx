import { autorun } from "mobx";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { createConsoleRouter } from "./router/routes.tsx";
import { ConsoleProvider, createConsole } from "./stores/console.ts";
import "./styles.css";
import { applyPalette } from "./theme/apply-palette.ts";
import { resolvePalette } from "./theme/resolve-palette.ts";

const darkPreference = window.matchMedia("(prefers-color-scheme: dark)");
const made = createConsole({ systemDark: darkPreference.matches });
darkPreference.addEventListener("change", ({ matches }) => made.settings.followSystem(matches));
autorun(() => {
  const { mode, primary, weak } = made.settings;
  applyPalette(resolvePalette(mode, primary), mode);
  document.documentElement.toggleAttribute("data-weak", weak);
});

const router = createConsoleRouter(made);
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <ConsoleProvider value={made}>
    <RouterProvider router={router} />
  </ConsoleProvider>,
);
