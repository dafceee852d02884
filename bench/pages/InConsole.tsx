// The console's pages are measured in its theme: its colours and ground rules, borders and all, as people see them.
import "../../src/styles.css";
import type { ReactNode } from "react";
import { AntdTheme } from "../../src/theme/AntdTheme.tsx";
import { applyPalette } from "../../src/theme/apply-palette.ts";
import { resolvePalette } from "../../src/theme/resolve-palette.ts";
import { defaultPrimary } from "../../src/theme/theme-colors.ts";

applyPalette(resolvePalette("light", defaultPrimary), "light");

export const InConsole = ({ children }: { readonly children: ReactNode }) => (
  <AntdTheme mode="light" primary={defaultPrimary}>
    {children}
  </AntdTheme>
);
