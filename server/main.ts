export async function start(): Promise<void> {}
