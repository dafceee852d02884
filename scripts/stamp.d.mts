export function builtHash(name: "console" | "server"): string | undefined;
