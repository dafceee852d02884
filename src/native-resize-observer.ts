/**
 * In place of `@juggle/resize-observer`, which Formily's grid brings for browsers that have none: it measures every grid
 * anew after each event of the page, which lays the page out each time.
 */
export const { ResizeObserver } = window;
