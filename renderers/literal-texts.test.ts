import { expect, test } from "vitest";
import { englishMessages } from "./messages.en-US.ts";
import { chineseMessages } from "./messages.ts";
import { englishSuperQuery } from "./super-query/super-query-messages.en-US.ts";
import { chineseSuperQuery } from "./super-query/super-query-messages.ts";

/** Words that are agreed, in Chinese and in English. */
const agreed: readonly (readonly [string, string, string, string, string])[] = [
  ["TBL-03", chineseMessages.grid.sum, "合计", englishMessages.grid.sum, "Sum"],
  ["TBL-03", chineseMessages.grid.average, "平均", englishMessages.grid.average, "Average"],
  [
    "TBL-12",
    chineseMessages.list.pageRange(1, 10, "45"),
    "第 1–10 条，共 45 条",
    englishMessages.list.pageRange(1, 10, "45"),
    "1–10 of 45 records",
  ],
  [
    "TBL-19",
    chineseMessages.grid.tooFast,
    "点击过快，请慢点！",
    englishMessages.grid.tooFast,
    "You clicked too fast, please click slowly!",
  ],
  ["IMP-01", chineseMessages.importFile.title, "导入 EXCEL", englishMessages.importFile.title, "Import EXCEL"],
  ["QRY-01", chineseSuperQuery.title, "高级查询构造器", englishSuperQuery.title, "Advanced query builder"],
  [
    "QRY-03",
    chineseSuperQuery.nameEmpty,
    "保存的名称不能为空",
    englishSuperQuery.nameEmpty,
    "Save name cannot be empty",
  ],
  [
    "QRY-03",
    chineseSuperQuery.exists("门店"),
    "门店 已存在，是否覆盖？",
    englishSuperQuery.exists("Stores"),
    "Stores already exists, overwrite?",
  ],
  ["QRY-03", chineseSuperQuery.saved, "保存成功", englishSuperQuery.saved, "Saved successfully"],
  [
    "QRY-03",
    chineseSuperQuery.emptyQuery,
    "不能查询空条件",
    englishSuperQuery.emptyQuery,
    "Cannot query empty condition",
  ],
  [
    "QRY-03",
    chineseSuperQuery.emptySave,
    "空条件不能保存",
    englishSuperQuery.emptySave,
    "Empty condition cannot be saved",
  ],
];

test.each(agreed)("%s says %s", (_id, chinese, agreedChinese, english, agreedEnglish) => {
  expect([chinese, english]).toEqual([agreedChinese, agreedEnglish]);
});
