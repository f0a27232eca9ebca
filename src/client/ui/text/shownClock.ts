import { serverNow } from '#device/clock'
import { clockText } from '#domain/time/ageText'

/** '14:05', with the day if it is not today's: a moment by the server's time. */
export const shownClock = (at: number) => clockText(at, serverNow().getTime())
