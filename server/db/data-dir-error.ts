export type DataDirProblem = "locked" | "notWritable" | "diskFull" | "otherVersion" | "damaged";

/** The data folder cannot be used; `message` is Chinese and says what to do. */
export class DataDirError extends Error {
  readonly problem: DataDirProblem;
  readonly folder: string;

  constructor(problem: DataDirProblem, folder: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
    this.folder = folder;
  }
}
