import { expect, test } from "vitest";
import { readAnnouncement } from "./announcement.ts";

test("BEL-01 attachments carry the names that they were uploaded with", () => {
  const files = "announcement/1.csv,announcement/2.xlsx";
  expect(readAnnouncement({ files, files_dictText: "盘点表.csv,门店.xlsx" }).files).toEqual([
    { path: "announcement/1.csv", name: "盘点表.csv" },
    { path: "announcement/2.xlsx", name: "门店.xlsx" },
  ]);
  // Which comma parts two names cannot be known.
  expect(readAnnouncement({ files, files_dictText: "甲,乙.csv,门店.xlsx" }).files.map(({ name }) => name)).toEqual([
    "1.csv",
    "2.xlsx",
  ]);
});

test("BEL-01 how many read a notice is known where the server tells", () => {
  expect(readAnnouncement({ readCount: 2, unreadCount: 0 }).reads).toEqual({ read: 2, unread: 0 });
  expect(readAnnouncement({}).reads).toBeUndefined();
});
