import { expect, test } from "vitest";
import { uploadLimits } from "../../runtime/schema/upload-limits.ts";
import { fileTypes } from "./file-types.ts";

const sorted = (names: Iterable<string>) => [...names].sort();

test("the browser offers exactly the file types that the server takes", () => {
  const taken = fileTypes.flatMap((type) => type.extensions);
  expect(sorted(uploadLimits.fileExtensions)).toEqual(sorted(taken));
});

test("the browser offers as pictures exactly the types that the server shows in a page", () => {
  const shown = fileTypes.filter((type) => type.mimeType.startsWith("image/")).flatMap((type) => type.extensions);
  expect(sorted(uploadLimits.imageExtensions)).toEqual(sorted(shown));
});
