import { expect, it } from "vitest";
import { isSafeLink } from "../../../runtime/format/html-policy.ts";
import { hostileHtml } from "../../../tests/support/hostile-html.ts";
import { cleanHtml } from "./clean-html.ts";

it("of two hundred hostile texts nothing that runs is stored", () => {
  expect(hostileHtml.length).toBeGreaterThanOrEqual(200);
  for (const text of hostileHtml) {
    const clean = cleanHtml(text);
    const tags = clean.match(/<[^>]*>/g) ?? [];
    for (const tag of tags) {
      expect(tag, text).toMatch(
        /^<\/?(p|br|div|span|h[1-6]|blockquote|pre|code|hr|strong|b|em|i|u|s|del|sub|sup|mark|small|a|img|ul|ol|li|table|thead|tbody|tfoot|tr|th|td|caption|colgroup|col)\b/,
      );
      expect(tag, text).not.toMatch(/\son\w+\s*=/i);
      expect(tag, text).not.toMatch(/(href|src)="(?!https?:\/\/|\/(?![/\\])|mailto:|tel:)/);
      expect(tag, text).not.toMatch(/\b(id|name|class|srcset|ping|background|formaction)=/);
    }
  }
});

it("what an editor writes stays as it is, and cleaning again changes nothing", () => {
  const text =
    '<h2>通知</h2><p style="text-align: center">今晚 <strong>22:00</strong> 停机，<a href="/isps/userAnnouncement">详情</a></p><ul><li>一</li></ul><table><tbody><tr><td colspan="2">二</td></tr></tbody></table><img src="/api/sys/common/static/a.png" alt="图" />';
  expect(cleanHtml(text)).toBe(text);
  expect(cleanHtml('<a href="https://a.example/x">外部</a>')).toBe(
    '<a href="https://a.example/x" target="_blank" rel="noopener noreferrer">外部</a>',
  );
  for (const hostile of hostileHtml) expect(cleanHtml(cleanHtml(hostile))).toBe(cleanHtml(hostile));
});

it("an empty paragraph is no content", () => {
  for (const text of ["<p></p>", "<p><br></p>", "<p>&nbsp;</p>", "<script>x</script>", "  "])
    expect(cleanHtml(text)).toBe("");
});

it("an address is http, https, or a path of this site", () => {
  const good = ["https://a.example", "http://a.example/x?y=1", "/isps/userAnnouncement", "/"];
  const bad = [
    "javascript:alert(1)",
    "//a.example",
    "/\\a.example",
    "data:text/html,x",
    " /x",
    "/x\ny",
    "ftp://a",
    "x",
    "https://a b",
  ];
  expect(good.filter(isSafeLink)).toEqual(good);
  expect(bad.filter(isSafeLink)).toEqual([]);
});
