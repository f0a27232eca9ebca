/** By how many seconds a device's clock is ahead, within what a column holds: a device may say any time. Null if it said none. */
export function clockErrorOf(deviceTime: string | undefined, now: Date): number | null {
  if (deviceTime === undefined) return null
  const seconds = Math.round((Date.parse(deviceTime) - now.getTime()) / 1000)
  return Math.max(-1_000_000_000, Math.min(1_000_000_000, seconds))
}
