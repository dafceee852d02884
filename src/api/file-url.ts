/**
 * Address of a stored file for an `<img>`: an http(s) address stays, anything else is a path below the file service.
 * Other schemes (`javascript:`, `data:`) never come back as an address.
 */
export function fileUrl(apiBase: string, path: string): string {
  if (/^https?:\/\//i.test(path)) return path;
  const parts = path.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  return `${apiBase}/sys/common/static/${parts.map(encodeURIComponent).join("/")}`;
}
