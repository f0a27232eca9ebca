import { lagosDay, monthNames, toLagosStamp } from './lagos'

const minuteMs = 60_000
export const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/** 'Updated just now', 'Saved 14:05 (2 hours ago)', 'Saved 12 Mar, 14:05 (3 days ago)', in Lagos time. */
export function ageText(savedAt: number, now: number): string {
  const age = Math.max(0, now - savedAt)
  if (age < minuteMs) return 'Updated just now'
  const ago =
    age < hourMs
      ? plural(Math.floor(age / minuteMs), 'minute')
      : age < dayMs
        ? plural(Math.floor(age / hourMs), 'hour')
        : plural(Math.floor(age / dayMs), 'day')
  return `Saved ${clockText(savedAt, now)} (${ago})`
}

/** The words of the banner, with when the server last replied. */
export const offlineText = (since: number, now: number) =>
  `You are offline. You are seeing data saved at ${clockText(since, now)}. Approvals, credits, withdrawals and other changes need a connection.`

/** '14:05' for today, '12 Mar, 14:05' for another day; in Lagos time, wherever the device is. */
export function clockText(at: number, now: number): string {
  const stamp = toLagosStamp(new Date(at))
  const clock = stamp.slice(11, 16)
  if (stamp.slice(0, 10) === lagosDay(new Date(now))) return clock
  return `${Number(stamp.slice(8, 10))} ${monthNames[Number(stamp.slice(5, 7)) - 1]}, ${clock}`
}
