import { createDecipheriv } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { RequestError } from "../../runtime/react/services.ts";
import { createPasswordLock } from "./password-lock.ts";
import { fakeClient, MemoryStorage, memoryEntries } from "./test-parts.ts";

const encryptedString = { key: "0123456789abcdef", iv: "fedcba9876543210" };
const week = 604_800_000;

function open(locked: string): string {
  const decipher = createDecipheriv("aes-128-cbc", encryptedString.key, encryptedString.iv);
  return decipher.update(locked, "base64", "utf8") + decipher.final("utf8");
}

afterEach(() => vi.unstubAllGlobals());

describe("LAY-12 the encrypted string", () => {
  it("locks the password with AES-CBC, whatever its characters and length", async () => {
    const lock = createPasswordLock(
      fakeClient(() => encryptedString),
      memoryEntries(),
    );
    for (const password of ["p", "correct-horse-battery", "密码 🔑 sixteen!!!", "x".repeat(128)]) {
      const sent = await lock.lock(password);
      expect(Object.keys(sent)).toEqual(["encryptedPassword"]);
      expect(open("encryptedPassword" in sent ? sent.encryptedPassword : "")).toBe(password);
    }
  });

  it("is asked once and stored for seven days, in one place for all tabs", async () => {
    let now = 1_000;
    const [client, storage] = [fakeClient(() => encryptedString), new MemoryStorage()];
    const entries = memoryEntries(storage, () => now);
    const lock = createPasswordLock(client, entries);
    await Promise.all([lock.prepare(), lock.lock("p")]);
    expect(client.calls.map(({ url }) => url)).toEqual(["/sys/getEncryptedString"]);
    expect(entries.read("encryptedString")).toEqual(encryptedString);
    now += week - 1;
    await createPasswordLock(client, entries).lock("p");
    expect(client.calls).toHaveLength(1);
    now += 1;
    await lock.lock("p");
    expect(client.calls).toHaveLength(2);
    lock.forget();
    expect(storage.getItem("console:encryptedString")).toBeNull();
  });

  it.each([
    ["no answer", new RequestError("网络超时", 504, undefined)],
    ["an older server", null],
    ["half of it", { key: "0123456789abcdef" }],
    ["a short key", { ...encryptedString, key: "short" }],
    ["letters of several bytes", { ...encryptedString, iv: "一二三四五六七八九十一二三四五六" }],
  ])("%s: the password goes as it is, and nothing is stored", async (_name, answer) => {
    const entries = memoryEntries();
    const lock = createPasswordLock(
      fakeClient(() => answer),
      entries,
    );
    await lock.prepare();
    expect(await lock.lock("p")).toEqual({ password: "p" });
    expect(entries.read("encryptedString")).toBeUndefined();
  });

  it("a stored one that somebody changed is asked again", async () => {
    const entries = memoryEntries();
    entries.write("encryptedString", { key: 7 });
    const lock = createPasswordLock(
      fakeClient(() => encryptedString),
      entries,
    );
    expect(await lock.lock("p")).toHaveProperty("encryptedPassword");
  });

  it("a browser without cryptography is asked nothing and sends the password as it is", async () => {
    vi.stubGlobal("crypto", {});
    const client = fakeClient(() => encryptedString);
    expect(await createPasswordLock(client, memoryEntries()).lock("p")).toEqual({ password: "p" });
    expect(client.calls).toEqual([]);
  });
});
