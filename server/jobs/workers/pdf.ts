import { parentPort } from "node:worker_threads";
import { PdfWriter } from "../../files/pdf/pdf-document.ts";
import type { PdfPart } from "../../files/pdf/pdf-messages.ts";

const writer = new PdfWriter();

parentPort?.on("message", (part: PdfPart) => {
  // A failure ends the thread; whoever waits for it hears of it.
  void writer.write(part).then((bytes) => parentPort?.postMessage({ bytes }));
});
