// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { cleanPasted } from "./clean-pasted.ts";

const pasted = (html: string) => cleanPasted(html).html.replaceAll(/\s+/g, " ");

describe("pasted from Word", () => {
  test("comments, styles and elements of its own go, their words stay", () => {
    expect(
      pasted(
        "<html><head><style>p{color:red}</style></head><body><!--StartFragment--><p>门店<o:p>已审核</o:p></p><!--EndFragment--></body></html>",
      ),
    ).toBe("<p>门店已审核</p>");
  });

  test("paragraphs drawn as a list become one, with its levels", () => {
    const item = (level: number, mark: string, words: string) =>
      `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${mark}</span>${words}</p>`;
    expect(pasted(`<p>上</p>${item(1, "1.", "一")}${item(2, "·", "内")}${item(1, "2.", "二")}<p>下</p>`)).toBe(
      "<p>上</p><ol><li>一<ul><li>内</li></ul></li><li>二</li></ol><p>下</p>",
    );
  });

  test("bold that is a style stays bold, and a normal weight is none", () => {
    expect(pasted('<b style="font-weight:normal"><p><span style="font-weight:700">重</span>要</p></b>')).toContain(
      "<strong>重</strong>",
    );
    expect(pasted('<b style="font-weight:normal">轻</b>')).toBe("轻");
  });
});

describe("pasted pictures", () => {
  test("that came with their bytes are handed over, those of another computer are counted", () => {
    const { html, pictures, lostPictures } = cleanPasted(
      '<p>图<img src="data:image/png;base64,iVBORw=="><img src="file:///C:/a.png"><img src="https://a.cn/b.png"></p>',
    );
    expect(html).toBe('<p>图<img src="https://a.cn/b.png"></p>');
    expect(pictures.map(({ name, type, size }) => [name, type, size])).toEqual([["picture-1.png", "image/png", 4]]);
    expect(lostPictures).toBe(1);
  });
});
