// node bench/documents/run.mjs [root] [count]: how long it takes to check many documents.
import { runnerImport } from "vite";

const [root = "schemas", count = "1000"] = process.argv.slice(2);
const { module } = await runnerImport(new URL("check-documents.ts", import.meta.url).pathname);
console.log(JSON.stringify(module.timeDocuments(root, Number(count)), null, 2));
