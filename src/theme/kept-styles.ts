import { createCache } from "@ant-design/cssinjs";

/** How cssinjs begins the paths of a component's rules; those of its variables and tokens begin otherwise. */
const rulesOfComponent = "style%";

type Styles = ReturnType<typeof createCache>;

/**
 * antd's styles, worked out once. cssinjs forgets the rules of a component with the last one on the page, although they
 * stay in the document, and makes them anew for the next: a fifth of the time that a list in a cell took to open.
 * Variables and tokens still go with their theme.
 */
export function keptStyles(): Styles {
  const styles = createCache();
  const update: Styles["opUpdate"] = styles.opUpdate.bind(styles);
  styles.opUpdate = (path, change) =>
    update(path, (before) => {
      const after = change(before);
      // One holder more than there are components, so that there is never none.
      return before || !after || !path.startsWith(rulesOfComponent) ? after : [after[0] + 1, after[1]];
    });
  return styles;
}
