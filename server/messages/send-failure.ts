const maxLength = 250;

/**
 * Why a message did not go, short enough for its column.
 *
 * @param secret what the other side may have repeated and no row may hold
 */
export function reasonOf(error: unknown, secret?: string): string {
  const text = (error instanceof Error ? error.message : String(error)).replaceAll(/[\p{Cc}\s]+/gu, " ");
  return (secret ? text.replaceAll(secret, "***") : text).slice(0, maxLength);
}
