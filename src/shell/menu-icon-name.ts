/**
 * The name of an icon without its style: menus write `TeamOutlined`, `team` or `ant-design:team-outlined`.
 * @example menuIconName("user-switch") // "UserSwitch"
 */
export function menuIconName(icon: string): string {
  const plain = icon.replace(/^[\w-]+:/, "").replace(/-?outlined$/i, "");
  return plain
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}
