/** What the pages of forms say beside what their designers wrote; part of the documents, translated like theirs. */
export const screenTexts = {
  chooseOne: "请选择一条数据",
  buttonDone: "处理完成!",
};
