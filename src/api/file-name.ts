/**
 * The file name of a `Content-Disposition` header: the encoded form (`filename*`) wins over the plain one.
 * Folder parts are dropped, so a name never leads anywhere. Without a name the last part of the address is used.
 */
export function readFileName(disposition: string, url: string): string {
  const encoded = /filename\*\s*=\s*(?:UTF-8|utf-8)''([^;]+)/.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/.exec(disposition);
  const name = decode(encoded ?? plain?.[1] ?? plain?.[2]?.trim() ?? url.split("?")[0] ?? "");
  return name.split(/[/\\]/).pop() || "download";
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
