import { beforeEach, describe, expect, test } from "vitest";
import { RequestError, type UploadOptions, uploadCancelled } from "../../../runtime/react/services.ts";
import { UploadList } from "./upload-list.ts";
import { type UploadRules, uploadProblem } from "./upload-rules.ts";

/** A server whose uploads end when the test says so. */
function gate() {
  const waiting = new Map<
    string,
    { resolve(path: string): void; reject(reason: unknown): void; options: UploadOptions }
  >();
  const sent: string[] = [];
  return {
    waiting,
    sent,
    upload: (file: File, options: UploadOptions) =>
      new Promise<string>((resolve, reject) => {
        sent.push(file.name);
        waiting.set(file.name, { resolve, reject, options });
        options.signal?.addEventListener("abort", () => reject(new RequestError("已取消", 0, undefined)));
      }),
    async finish(name: string) {
      waiting.get(name)?.resolve(`temp/${name}`);
      await settled();
    },
    async refuse(name: string, message: string) {
      waiting.get(name)?.reject(new RequestError(message, 200, undefined));
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
/** Each name has a size of its own. */
const picture = (name: string, size = name.charCodeAt(0)) =>
  new File([new Uint8Array(size)], name, { type: "image/png" });
const nameOf = (path: string) => path;

let server: ReturnType<typeof gate>;
let values: unknown[];
let busy: boolean[];

function listOf(rules: UploadRules): UploadList {
  return new UploadList({
    rules,
    biz: "temp",
    upload: server.upload,
    onChange: (value) => values.push(value),
    onBusy: (now) => busy.push(now),
  });
}

beforeEach(() => {
  server = gate();
  values = [];
  busy = [];
});

describe("the files of a field", () => {
  test("give their paths as one list, when the last of them is stored", async () => {
    const list = listOf({ images: true, count: 3 });
    list.add([picture("a.png"), picture("b.png")]);
    expect(list.isBusy).toBe(true);
    await server.finish("b.png");
    expect(values).toEqual([]);
    await server.finish("a.png");
    expect(values).toEqual(["temp/a.png,temp/b.png"]);
    expect(busy.at(-1)).toBe(false);
  });

  test("of the same content are kept once, which is said; a refused one is sent again", async () => {
    const text = (name: string, content: string) => new File([content], name);
    const list = listOf({ images: false, count: 0 });
    list.add([text("a.txt", "one"), text("b.txt", "two"), text("c.txt", "one")]);
    expect(list.isBusy).toBe(true);
    await expect.poll(() => list.problem).toBe("c.txt 与已有的 a.txt 内容相同，没有再上传");
    expect(server.sent).toEqual(["a.txt", "b.txt"]);
    await server.finish("a.txt");
    await server.refuse("b.txt", "满了");
    list.add([text("a.txt", "one")]);
    await expect.poll(() => list.problem).toBe("已有相同的文件 a.txt，没有再上传");
    list.add([text("b.txt", "two")]);
    await expect.poll(() => server.sent).toEqual(["a.txt", "b.txt", "b.txt"]);
    await server.finish("b.txt");
    expect(values.at(-1)).toBe("temp/a.txt,temp/b.txt");
    list.remove(list.tiles[0]?.key ?? "");
    list.add([text("d.txt", "one")]);
    await expect.poll(() => server.sent.at(-1)).toBe("d.txt");
  });

  test("show how much of each was sent", () => {
    const list = listOf({ images: true, count: 1 });
    list.add([picture("a.png")]);
    server.waiting.get("a.png")?.options.onProgress?.(0.64);
    expect(list.tiles[0]).toMatchObject({ status: "uploading", share: 0.64 });
  });

  test("keep a refused file with its reason, without a path, and send it again when asked", async () => {
    const list = listOf({ images: true, count: 2 });
    list.add([picture("a.png"), picture("b.png")]);
    await server.refuse("a.png", "文件内容与类型不符，请检查后重试");
    await server.finish("b.png");
    expect(list.tiles[0]).toMatchObject({ status: "error", message: "文件内容与类型不符，请检查后重试" });
    expect(values).toEqual(["temp/b.png"]);
    list.retry(list.tiles[0]?.key ?? "");
    await server.finish("a.png");
    expect(values.at(-1)).toBe("temp/a.png,temp/b.png");
  });

  test("stop an upload that is taken out, and never store it in the value", async () => {
    const list = listOf({ images: true, count: 2 });
    list.add([picture("a.png")]);
    list.remove(list.tiles[0]?.key ?? "");
    await settled();
    expect(server.waiting.get("a.png")?.options.signal?.aborted).toBe(true);
    expect([list.tiles, values]).toEqual([[], []]);
  });

  test("begin again where a hidden page has stopped them, and are not sent twice at once", async () => {
    const list = listOf({ images: true, count: 1 });
    list.add([picture("a.png")]);
    list.resume();
    expect(server.sent).toEqual(["a.png"]);
    list.stop();
    list.resume();
    expect(server.sent).toEqual(["a.png", "a.png"]);
    await server.finish("a.png");
    expect(values).toEqual(["temp/a.png"]);
  });

  test("UPL-04: are the last ones of the number allowed; a single picture is replaced", async () => {
    const single = listOf({ images: true, count: 1 });
    single.show("temp/old.png", nameOf);
    single.add([picture("new.png")]);
    await server.finish("new.png");
    expect(values).toEqual(["temp/new.png"]);
    const several = listOf({ images: true, count: 2 });
    several.add([picture("1.png"), picture("2.png"), picture("3.png")]);
    expect(several.tiles.map((tile) => tile.name)).toEqual(["2.png", "3.png"]);
    expect(several.problem).toBe("最多 2 个，已保留最后 2 个");
  });

  test("UPL-02: are entries with name, path and size where the document wants them, and are read back as such", async () => {
    const list = new UploadList({
      rules: { images: false, count: 0 },
      biz: "temp",
      isEntries: true,
      upload: server.upload,
      onChange: (value) => values.push(value),
      onBusy: () => undefined,
    });
    const before = { fileName: "合同.pdf", filePath: "temp/1.pdf", fileSize: 2048 };
    list.show([before], nameOf);
    expect(list.tiles.map(({ name, path }) => [name, path])).toEqual([["合同.pdf", "temp/1.pdf"]]);
    list.add([picture("a.png", 7)]);
    await server.finish("a.png");
    expect(values).toEqual([[before, { fileName: "a.png", filePath: "temp/a.png", fileSize: 7 }]]);
    for (const { key } of list.tiles) list.remove(key);
    expect(values.at(-1)).toBeNull();
  });

  test("a large one is paused and goes on where it was; a paused one still keeps the form from being saved", async () => {
    const sent: { readonly name: string; readonly signal: AbortSignal | undefined; end(path: string): void }[] = [];
    const list = new UploadList({
      rules: { images: false, count: 0 },
      biz: "temp",
      inParts: (file) => file.name.startsWith("大"),
      upload: (file, { signal, onProgress }) =>
        new Promise((resolve, reject) => {
          onProgress?.(0.4);
          sent.push({ name: file.name, signal, end: resolve });
          if (signal?.aborted) reject(new RequestError("", 0, undefined));
          signal?.addEventListener("abort", () => reject(new RequestError("", 0, undefined)));
        }),
      onChange: (value) => values.push(value),
      onBusy: () => undefined,
    });
    list.add([new File(["xx"], "大.zip"), new File(["x"], "小.zip")]);
    expect(list.tiles.map(({ inParts }) => inParts)).toEqual([true, false]);
    const key = list.tiles[0]?.key ?? "";
    list.pause(key);
    expect(sent[0]?.signal).toMatchObject({ aborted: true });
    expect(sent[0]?.signal?.reason).not.toBe(uploadCancelled);
    expect(list.tiles[0]).toMatchObject({ status: "paused", share: 0.4 });
    expect(list.isBusy).toBe(true);
    list.resume();
    expect(sent.length).toBe(2);
    list.retry(key);
    expect(list.tiles[0]).toMatchObject({ status: "uploading", share: 0.4 });
    list.pause(key);
    list.remove(key);
    // Nothing was on its way: the server is told that nobody will go on.
    expect(sent.at(-1)?.signal?.reason).toBe(uploadCancelled);
    sent[1]?.end("temp/小.zip");
    await expect.poll(() => values).toEqual(["temp/小.zip"]);
  });

  test("are put in another order", () => {
    const list = listOf({ images: true, count: 3 });
    list.show("a.png,b.png,c.png", nameOf);
    list.move(list.tiles[2]?.key ?? "", 0);
    expect(values).toEqual(["c.png,a.png,b.png"]);
  });

  test("follow the form's value without telling it back", () => {
    const list = listOf({ images: true, count: 3 });
    list.show("a.png", nameOf);
    list.show("b.png,c.png", nameOf);
    list.show(null, nameOf);
    expect([list.tiles, values]).toEqual([[], []]);
  });

  test("are sent three at a time", async () => {
    const list = listOf({ images: true, count: 0 });
    list.add(["1.png", "2.png", "3.png", "4.png"].map((name) => picture(name)));
    expect([...server.waiting.keys()]).toEqual(["1.png", "2.png", "3.png"]);
    await server.finish("2.png");
    expect([...server.waiting.keys()]).toEqual(["1.png", "2.png", "3.png", "4.png"]);
  });
});

const sized = (name: string, size: number) => Object.defineProperty(new File(["x"], name), "size", { value: size });
const images = { images: true, count: 1 };
const files = { images: false, count: 0 };

test.each([
  ["a picture", picture("a.PNG"), images, undefined],
  ["a text", new File(["x"], "a.txt", { type: "text/plain" }), images, "请上传图片"],
  ["a drawing with script", new File(["<svg/>"], "a.svg", { type: "image/svg+xml" }), images, "不支持上传 .svg 文件"],
  ["an empty picture", picture("a.png", 0), images, "a.png 是空的"],
  [
    "a file of more than the operator allows",
    sized("a.pdf", 100 * 1024 * 1024 + 1),
    files,
    "a.pdf 超过 100 MB，请缩减后重试",
  ],
  ["a sheet", new File(["x"], "a.xlsx"), files, undefined],
  ["a program", new File(["x"], "a.exe"), files, "不支持上传 .exe 文件"],
  ["a name without an ending", new File(["x"], "README"), files, "不支持上传没有扩展名的文件"],
])("before sending, %s is judged", (_title, file, rules, problem) => {
  expect(uploadProblem(file, rules)).toBe(problem);
});
