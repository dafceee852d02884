/** Run by the page below; a file of its own, because our policy runs no script that stands in a page. */
export const relayScript = `const said = document.body.dataset.said;
if (window.opener) window.opener.postMessage(said, window.location.origin);
window.close();
`;

/**
 * The page that a pop-up window ends on (contract 01 §1.2): posts one text to the window that opened it, and to no other
 * origin than our own.
 *
 * @param said a one-use ticket, `绑定手机号,<uuid>` or `登录失败`; letters that mean nothing in HTML
 */
export function relayPage(said: string, contextPath: string): string {
  return `<!doctype html>
<html lang="zh-CN">
  <head><meta charset="utf-8" /><title>登录</title></head>
  <body data-said="${said.replace(/[&<>"]/g, "")}">
    <p>正在返回，如果窗口没有自动关闭，请手动关闭。</p>
    <script src="${contextPath}/sys/thirdLogin/relay.js"></script>
  </body>
</html>
`;
}
