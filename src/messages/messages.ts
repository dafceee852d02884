import { inLanguage } from "../../runtime/language/language.ts";
import { zhCN } from "./zh-CN.ts";

/** Texts of the console in the language of this page. */
export const messages = inLanguage("console", zhCN);
