import type { Texts } from "../../runtime/language/language.ts";
import type { chineseOpenApi } from "./open-api.ts";

export const englishOpenApi: Texts<typeof chineseOpenApi> = {
  table: "Choose a table",
  download: "Download the OpenAPI file",
  as: "Call as",
  session: "This session",
  key: "An API key",
  keyPlaceholder: "A key that starts with ak_; it stays on this page",
  method: "Method",
  path: "Path",
  summary: "Meaning",
  parameters: "Parameters",
  body: "Body (JSON)",
  badJson: "The body is not valid JSON",
  keyNeeded: "Enter an API key",
  send: "Send",
  try: "Try it",
  writes: "This call changes data. Send it?",
  status: (status, ms) => `Status ${status} in ${ms} ms`,
  failed: "No answer arrived. Check the network and try again",
  errorTitle: "The API description could not be read",
  retry: "Try again",
  none: "No calls to make",
  noneText: "You hold no table's permission. Ask an administrator.",
};
