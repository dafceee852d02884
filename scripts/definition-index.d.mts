export const definitionIndexFile: string;
export const pluginIndexFile: string;
export function definitionIndex(files: readonly string[]): string;
export function pluginIndex(files: readonly string[]): string;
export function definitionFiles(): string[];
export function writeDefinitionIndexes(): void;
