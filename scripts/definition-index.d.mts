export interface RendererIndexes {
  /** Path from the root → text. */
  readonly files: Readonly<Record<string, string>>;
  /** What is read in the place of some of them where there are plugins. */
  readonly withPlugins: Readonly<Record<string, string>>;
  /** Folders that are left out, and why. */
  readonly problems: readonly string[];
}
export function rendererIndexes(from?: string): RendererIndexes;
export function writeDefinitionIndexes(): void;
