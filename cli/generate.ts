import { resolve } from "node:path";
import { readRoots } from "../server/documents/read-documents.ts";
import { generatedFiles, ownMetaFiles } from "./generate/generated-files.ts";
import { writeFiles } from "./generate/write-files.ts";

/** Writes what follows from the renderer definitions, and beside documents of one's own (`SCHEMAS_DIR`) what editors need. */
writeFiles(generatedFiles());
const ownRoots = readRoots(process.env.SCHEMAS_DIR ?? "").filter((root) => resolve(root) !== resolve("schemas"));
for (const root of ownRoots) writeFiles(ownMetaFiles(root));
