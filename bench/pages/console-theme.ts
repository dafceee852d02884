// The console's pages are measured with its colours and ground rules, borders and all, as people see them.
import "../../src/styles.css";
import { applyPalette } from "../../src/theme/apply-palette.ts";
import { resolvePalette } from "../../src/theme/resolve-palette.ts";
import { defaultPrimary } from "../../src/theme/theme-colors.ts";

applyPalette(resolvePalette("light", defaultPrimary), "light");
