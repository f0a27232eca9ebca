import { monthNames } from '#domain/lagos'

const minuteMs = 60_000
export const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/** 'Updated just now', 'Saved 14:05 (2 hours ago)', 'Saved 12 Mar, 14:05 (3 days ago)', in the device's own time. */
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

/** '14:05' for today, '12 Mar, 14:05' for another day. */
export function clockText(at: number, now: number): string {
  const date = new Date(at)
  const clock = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  if (date.toDateString() === new Date(now).toDateString()) return clock
  return `${date.getDate()} ${monthNames[date.getMonth()]}, ${clock}`
}
