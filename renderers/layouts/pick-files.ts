/** Opens the browser's file dialog. Resolves with no file when the person chose none. */
export function pickFiles(options: {
  readonly accept: string | undefined;
  readonly multiple: boolean;
}): Promise<readonly File[]> {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = options.accept ?? "";
  input.multiple = options.multiple;
  return new Promise((resolve) => {
    input.addEventListener("change", () => resolve([...(input.files ?? [])]));
    input.addEventListener("cancel", () => resolve([]));
    input.click();
  });
}
