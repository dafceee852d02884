export const isProving = process.env.PROVE === "1";
export const proveCount = (sample: number, whole: number): number => (isProving ? whole : sample);
