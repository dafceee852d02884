/**
 * Words of one length, typed without a break: a semicolon comes after every so many characters, typed semicolons do not
 * count. Characters are those that people count: an emoji is one.
 *
 * @example tagPairs("高端新品", 2) // "高端;新品"
 * @example tagPairs("高;端;新", 2) // "高端;新"
 */
export function tagPairs(text: string, every: number): string {
  const characters = [...text.replace(/[;；]/g, "")];
  const words: string[] = [];
  for (let at = 0; at < characters.length; at += every) words.push(characters.slice(at, at + every).join(""));
  return words.join(";");
}
