/** The server's context path, written into the page when it is served; one to three path words, never a foreign host. */
export function readApiBase(page: Document = document): string {
  const content = page.head.querySelector('meta[name="api-base"]')?.getAttribute("content") ?? "";
  return /^(?:\/[\w.-]+){1,3}$/.test(content) ? content : "/api";
}
