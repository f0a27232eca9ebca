import type { Timed } from './request'
import type { Day, Instant } from './wire'

/**
 * How wrong the device's clock is, by the server's time in its replies. A reply that took long says little, so the best measure of the
 * last minutes counts. The clock is never set; the error is told to the server (`device_time`), which keeps it beside the times sent.
 */
export class Clock {
  #measured: { aheadMs: number; withinMs: number; at: number } | undefined
  readonly #now: () => number

  /** `aheadMs` as it was stored when the app ended. */
  constructor(now: () => number, aheadMs?: number) {
    this.#now = now
    if (aheadMs !== undefined) this.#measured = { aheadMs, withinMs: Number.POSITIVE_INFINITY, at: now() }
  }

  /** By how much the device's clock is ahead of the server's; undefined before the first reply. */
  get aheadMs() {
    return this.#measured?.aheadMs
  }

  measure(serverTime: Instant, { sentAt, receivedAt }: Timed) {
    const withinMs = (receivedAt - sentAt) / 2
    const server = Date.parse(serverTime)
    // Somebody set the clock while the request was under way.
    if (withinMs < 0 || Number.isNaN(server)) return
    const measured = { aheadMs: Math.round(sentAt + withinMs - server), withinMs, at: receivedAt }
    const known = this.#measured
    // Further apart than both may be wrong: somebody set the clock since.
    const isOther =
      known !== undefined && Math.abs(known.aheadMs - measured.aheadMs) > known.withinMs + withinMs + 1000
    if (!known || isOther || withinMs <= known.withinMs || receivedAt - known.at > keptMs)
      this.#measured = measured
  }

  /** What the device's clock shows, for `device_time`. */
  deviceTime = (): Instant => new Date(this.#now()).toISOString()

  /** The time as well as the device knows it, for what it records. */
  time = (): Instant => new Date(this.#now() - (this.aheadMs ?? 0)).toISOString()
}

const keptMs = 10 * 60_000
/** Lagos is an hour ahead of UTC all year, wherever the device is. */
const lagosMs = 3_600_000

export const dayOf = (time: Instant): Day =>
  new Date(Date.parse(time) + lagosMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
