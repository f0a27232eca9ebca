import { lagosDay } from '#domain/time/lagos'
import { serverNow } from './clock'

/** Today in Lagos, by the server's time. Apart from the clock, which sign-in loads. */
export const today = () => lagosDay(serverNow())
