import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage } from "../support/console-page.ts";
import { type Walked, walkScreen } from "../support/walk/walk-screen.ts";
import { watchPage } from "../support/walk/watch-page.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const address = "http://walk.test/";

/** Walks a page of its own: what its buttons do is written beside them. */
async function walkPage(main: string, script = ""): Promise<Walked> {
  const { page } = await openPage(browser);
  await page.route(`${address}**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/refused") {
      return route.fulfill({ json: { success: false, message: "该编码已存在", code: 500, result: null } });
    }
    if (pathname === "/rows") return route.fulfill({ json: { success: true, result: [] } });
    const helpers = `const by = (id) => document.getElementById(id);
      const on = (id, act) => by(id).addEventListener("click", act);
      const say = (text) => by("said").append(text);
      const ask = (path, then) => { const call = new XMLHttpRequest(); call.open("GET", path); call.onload = then; call.send(); };`;
    const body = `<!doctype html><meta charset="utf-8"><main><h1>页面</h1>${main}<p id="said"></p></main>
      <script>${helpers}${script}</script>`;
    return route.fulfill({ contentType: "text/html", body });
  });
  await watchPage(page);
  return walkScreen({
    page,
    open: async () => {
      await page.goto(address);
    },
    wrong: ["wrongly typed"],
    isDeep: true,
    pick: (controls) => controls,
    patience: { answerMs: 600, workMs: 1_500 },
  });
}

const button = (name: string) => `<button id="${name}" type="button">${name}</button>`;

describe("the judge of the walk", () => {
  it("finds the button that does nothing, and no other", async () => {
    const walked = await walkPage(button("回答") + button("沉默"), `on("回答", () => say("好"));`);
    expect(walked.findings).toEqual(["“沉默”: no visible result"]);
    expect(walked.pressed).toBe(2);
  });

  it("presses what a part that fills the window lies over once that is gone, and tells what always lies below", async () => {
    const cover = `const cover = (style) => { const one = document.createElement("div"); one.style.cssText = style; one.append("盖"); document.body.append(one); };`;
    const walked = await walkPage(
      `${button("全屏")}${button("下面")}<div style="position:relative;width:9em">${button("被盖")}</div>`,
      `${cover} on("全屏", () => cover("position:fixed;inset:0;background:#fff")); on("下面", () => say("好"));
       on("被盖", () => say("好"));
       const lid = document.createElement("div"); lid.style.cssText = "position:absolute;inset:0"; by("被盖").after(lid);`,
    );
    expect(walked.findings).toHaveLength(1);
    expect(walked.findings[0]).toMatch(/^“被盖”: cannot be pressed: .*intercepts/);
  });

  it("takes a picture that turns for a result, and no other box that moves", async () => {
    const turn = `style.transform = "rotate(90deg)"`;
    const walked = await walkPage(
      `${button("旋转")}${button("移动")}<img id="picture" alt="图"><div id="box">框</div>`,
      `on("旋转", () => { by("picture").${turn}; }); on("移动", () => { by("box").${turn}; });`,
    );
    expect(walked.findings).toEqual(["“移动”: no visible result"]);
  });

  it("takes no spinner for a result, neither one that turns for ever nor one that ends with nothing", async () => {
    const spin = `const spin = (id) => { const one = document.createElement("i"); one.className = "ant-spin-section"; one.textContent = "…"; by(id).after(one); return one; };`;
    const walked = await walkPage(
      button("永远") + button("片刻") + button("忙"),
      `${spin} on("永远", () => spin("永远"));
       on("片刻", () => { const one = spin("片刻"); setTimeout(() => one.remove(), 300); });
       on("忙", () => { by("忙").setAttribute("aria-busy", "true"); setTimeout(() => by("忙").removeAttribute("aria-busy"), 300); });`,
    );
    expect(walked.findings).toEqual(["“永远”: only a spinner", "“片刻”: no visible result", "“忙”: no visible result"]);
  });

  it("takes rows that were read again for a result, though they are the same", async () => {
    const walked = await walkPage(
      `${button("刷新")}<div id="rows" aria-busy="false">一行</div>`,
      `on("刷新", () => { by("rows").setAttribute("aria-busy", "true"); ask("/rows", () => by("rows").setAttribute("aria-busy", "false")); });`,
    );
    expect(walked.findings).toEqual([]);
  });

  it("takes no notice that goes for a result", async () => {
    const walked = await walkPage(
      `<div class="ant-message"><div class="ant-message-notice">已保存</div></div>${button("晚")}`,
      `on("晚", () => document.querySelector(".ant-message-notice")?.remove());`,
    );
    expect(walked.findings).toEqual(["“晚”: no visible result"]);
  });

  it("finds a refusal that is swallowed, machinery in words, and words of another language", async () => {
    const walked = await walkPage(
      `<div class="ant-message"></div>${["吞", "说", "栈", "洋"].map(button).join("")}`,
      `const tell = (text) => { document.querySelector(".ant-message").innerHTML = '<div class="ant-message-notice">' + text + "</div>"; };
       on("吞", () => ask("/refused", () => say("。")));
       on("说", () => ask("/refused", () => tell("该编码已存在")));
       on("栈", () => tell("保存失败：TypeError x"));
       on("洋", () => tell("Saved"));`,
    );
    expect(walked.findings).toEqual([
      '“吞”: is refused without a word: "该编码已存在"',
      '“栈”: says "保存失败：TypeError x"',
      '“洋”: says "Saved", not in Chinese',
    ]);
  });

  it("presses what a press brings: a tab, a menu, a window and the window over it", async () => {
    const walked = await walkPage(
      button("更多") + button("打开"),
      `on("更多", () => { if (!by("里面")) by("said").insertAdjacentHTML("beforebegin", '<button id="里面">里面</button>'); });
       on("打开", () => { by("said").insertAdjacentHTML("afterend", '<div role="dialog" aria-label="窗口">内容<button>死键</button><button id="关">关闭</button></div>'); on("关", () => document.querySelector("[role=dialog]").remove()); });`,
    );
    expect(walked.findings).toEqual(["“更多” → “里面”: no visible result", "“打开” → “死键”: no visible result"]);
    expect(walked.pressed).toBe(5);
  });

  it("goes the last presses again to what they brought together, and tells what it saw and never reached", async () => {
    const walked = await walkPage(
      ["甲", "乙", "删", "后"].map(button).join(""),
      `let isReady = false; const gone = () => by("后").remove();
       on("甲", () => { isReady = true; say("好"); });
       on("乙", () => { say("好"); if (!isReady || by("一")) return;
         by("said").insertAdjacentHTML("beforebegin", '<p id="两"><button id="一">一</button><button id="二">二</button></p>');
         on("一", () => { isReady = false; by("两").remove(); say("好"); }); on("二", () => say("好")); });
       on("删", () => { sessionStorage.gone = 1; gone(); }); if (sessionStorage.gone) gone();`,
    );
    expect(walked.findings).toEqual([]);
    expect(walked.missed).toEqual(["后"]);
    expect(walked.pressed).toBe(5);
  });

  it("presses the toolbar of an editor once, in whichever window such an editor stands, and that of another kind", async () => {
    const names = ["加粗", "斜体", "引用"];
    const press = (name: string) => `<button aria-label="${name}" onclick="say('${name}')">${name}</button>`;
    const bar = (all: readonly string[]) =>
      `<div role="toolbar" aria-label="文字格式">${all.map(press).join("")}</div>`;
    const window = `<div role="dialog" aria-label="窗口">${bar(names)}${bar(["标题", "任务", "链接"])}</div>`;
    const walked = await walkPage(
      bar(names) + button("打开"),
      `on("打开", () => { by("said").insertAdjacentHTML("afterend", ${JSON.stringify(window)}); });`,
    );
    expect(walked.findings).toEqual([]);
    expect(walked.pressed).toBe(7);
  });

  describe("a form", () => {
    const window = (fields: string) =>
      `<div role="dialog" aria-label="新增">${fields}<button id="保存">保存</button></div>`;
    const opens = (fields: string, save: string) =>
      `on("新增", () => { if (document.querySelector("[role=dialog]")) return;
         by("said").insertAdjacentHTML("afterend", ${JSON.stringify(window(fields))}); on("保存", () => { ${save} }); });`;
    const number = `<input role="spinbutton" aria-label="数量">`;
    const alert = `if (!by("错")) by("保存").insertAdjacentHTML("beforebegin", '<p id="错" role="alert">请修改</p>');`;

    it("that says nothing is found", async () => {
      const { findings } = await walkPage(button("新增"), opens(number, ""));
      expect(findings).toContain("“新增” → wrongly typed: no visible result");
    });

    it("that takes words for a number is found", async () => {
      const close = `document.querySelector("[role=dialog]").remove(); say("已保存");`;
      const walked = await walkPage(button("新增"), opens(number, close));
      expect(walked.findings).toEqual(["“新增” → wrongly typed: “数量” kept a wrong input without a word"]);
      expect([walked.forms, walked.wrongInputs, walked.sent]).toEqual([1, 1, 1]);
    });

    it("whose date is shown as no date, and whose list is silent about an unknown word, is found", async () => {
      const fields = `<span class="ant-picker"><input aria-label="日期"></span><input role="combobox" aria-label="类型">`;
      const walked = await walkPage(
        button("新增"),
        `${opens(fields, alert)}
         document.addEventListener("input", ({ target }) => { if (!target.matches("[role=combobox]")) return;
           document.body.insertAdjacentHTML("beforeend", '<div class="ant-select-dropdown" style="height:20px"></div>'); });
         document.addEventListener("focusout", ({ target }) => { document.querySelector(".ant-select-dropdown")?.remove();
           if (target.closest(".ant-picker") && target.value) target.value = "Invalid Date"; });`,
      );
      expect(walked.findings).toEqual([
        "“新增” → wrongly typed: “日期” shows “Invalid Date”",
        "“新增” → wrongly typed: “类型” finds nothing silently",
      ]);
      expect(walked.wrongInputs).toBe(2);
    });

    it("that loses what was typed is found", async () => {
      const walked = await walkPage(
        button("新增"),
        opens(`<input aria-label="名称">`, `document.querySelector("input").value = ""; ${alert}`),
      );
      expect(walked.findings).toEqual(["“新增” → wrongly typed: “名称” lost what was typed"]);
    });

    it("that marks the field is right, and what it asks for is told", async () => {
      const mark = `document.querySelector("input").setAttribute("aria-invalid", "true"); ${alert}`;
      const walked = await walkPage(button("新增"), opens(number, mark));
      expect(walked.findings).toEqual([]);
      expect(walked.refused).toEqual(["新增: 请修改"]);
    });
  });
});
