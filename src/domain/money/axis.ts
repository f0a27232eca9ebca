import type { Kobo } from '#contract/values'
import { kobo, minus } from './kobo'

/** Round amounts at equal steps, from below the lowest to above the highest. */
export type Axis = { from: Kobo; to: Kobo; ticks: readonly Kobo[] }

/** The axis of a chart, of at most six ticks. Bars start at 0; a line may start higher. */
export function axisOf(amounts: readonly Kobo[], { fromZero = false } = {}): Axis {
  const most = Math.max(...amounts, 0)
  const least = fromZero ? 0 : Math.min(...amounts, most)
  const step = stepOver((most - least || most || 100) / 4)
  const from = Math.floor(least / step) * step
  const count = Math.max(1, Math.ceil((most - from) / step))
  const ticks = Array.from({ length: count + 1 }, (_, at) => kobo(from + at * step))
  return { from: kobo(from), to: kobo(from + count * step), ticks }
}

/** The next of 1, 2, 5, 10, 20 … naira. */
function stepOver(amount: number): number {
  const power = 10 ** Math.max(2, Math.floor(Math.log10(amount)))
  return ([1, 2, 5].find((digit) => digit * power >= amount) ?? 10) * power
}

/** Where an amount is on an axis, in percent from its start. */
export const placeOn = ({ from, to }: Axis, amount: Kobo) => ((amount - from) / (to - from)) * 100

const units = [
  [1_000_000_000, 'bn'],
  [1_000_000, 'm'],
  [1_000, 'k'],
] as const

/** A round amount in a few letters: '₦2.5 m', '₦500 k', '₦50'. */
export function shortNaira(amount: Kobo): string {
  const naira = amount / 100
  const [size, unit] = units.find(([least]) => Math.abs(naira) >= least) ?? [1, '']
  const digits = String(Math.round(Math.abs(naira / size) * 100) / 100)
  return `${amount < 0 ? minus : ''}₦${digits}${unit && ` ${unit}`}`
}
