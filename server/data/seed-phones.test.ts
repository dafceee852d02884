import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { isPhone } from "../auth/phone.ts";
import { likeKinds } from "./sample/likes.ts";
import { createRandom } from "./sample/random.ts";

const schemasDir = fileURLToPath(new URL("../../schemas", import.meta.url));

/** Numbers in the rows that ship, by file. */
function shippedPhones(): string[] {
  const files = readdirSync(schemasDir, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".data.json"),
  );
  return files.flatMap((file) =>
    [...readFileSync(join(schemasDir, file), "utf8").matchAll(/"(?:phone|mobile)": "([^"]*)"/g)].map(
      ([, phone]) => phone ?? "",
    ),
  );
}

it("the numbers of shipped and of generated people are numbers that sign-in takes", () => {
  const shipped = shippedPhones();
  expect(shipped.length).toBeGreaterThan(10);
  const random = createRandom(20_260_101);
  const generated = Array.from({ length: 500 }, () => likeKinds.mobile(random, {}));
  expect([...shipped, ...generated].filter((phone) => !isPhone(phone))).toEqual([]);
});
