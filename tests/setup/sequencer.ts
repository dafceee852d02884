import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The largest files first, those that draw components before all others: a worker is begun anew whenever the next file
 * needs another environment, and reads antd again.
 */
export class FileSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const drawing = new Set(bySize.filter(drawsComponents));
    return [...drawing, ...bySize.filter((file) => !drawing.has(file))];
  }
}

const drawsComponents = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, "utf8").includes("@vitest-environment happy-dom");
