import { serverNow, serverTime } from '#device/clock'
import { clockText } from '#domain/time/ageText'

/** '14:05', with the day if it is not today's: a moment by the server's time. */
export const shownClock = (at: number) => clockText(at, serverNow().getTime())

/** The same of when a reply was saved, by the device's clock. */
export const savedClock = (updatedAt: number) => shownClock(serverTime(updatedAt))
