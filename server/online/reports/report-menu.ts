/** Where a report opens; its parameters stand in the address as recorded systems show them. */
export function reportAddress(headId: string, params: readonly string[] = []): string {
  const query = params.map((name) => `${name}=\${${name}}`).join("&");
  return `/online/cgreport/${headId}${query === "" ? "" : `?${query}`}`;
}
