const firstMs = 1_000
const mostMs = 5 * 60_000

/**
 * How long to wait after so many failures in a row: twice as long each time, never less than the server asked for, and by chance a little
 * more, so that four hundred devices do not come back at once.
 */
export function waitMs(failures: number, retryAfterSeconds = 0, random = Math.random()): number {
  const own = Math.min(mostMs, firstMs * 2 ** (failures - 1))
  return Math.max(own * (0.5 + random / 2), retryAfterSeconds * 1000 * (1 + random / 2))
}
