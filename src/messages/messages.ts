import { zhCN } from "./zh-CN.ts";

export type Locale = "zh-CN" | "en-US";

/** The shape of a catalogue: a language is complete when it has the same entries with the same parts to fill. */
export type Messages = typeof zhCN;

/** The languages that are complete; the settings offer these. */
export const catalogues: Partial<Record<Locale, Messages>> & { readonly "zh-CN": Messages } = { "zh-CN": zhCN };

/** Texts of the language in use. */
export const messages: Messages = catalogues["zh-CN"];
