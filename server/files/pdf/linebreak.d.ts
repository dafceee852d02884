declare module "linebreak" {
  /** Where a line may end, by Unicode UAX 14. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
