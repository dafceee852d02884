/**
 * For antd's controls with a list: the list of a cell that was opened to choose is there in the first frame. Its transition
 * would show nothing for three of them.
 */
export const opensAtOnce = (autoOpen: boolean) => (autoOpen ? { transitionName: "" } : {});
