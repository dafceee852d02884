import type { Plugin } from "vite";

export const documentKinds: readonly string[];
export function metaSchemaTexts(): Promise<Readonly<Record<string, string>>>;
export function ownPlugins(): Plugin;
