/** Address of the small picture of an uploaded one; pictures of other places have none. */
export const thumbUrl = (url: string): string => (/\/sys\/common\/static\/[^?#]+$/.test(url) ? `${url}?thumb=1` : url);
