import type { Kobo } from '#contract/values'
import { formatNaira, minus } from './kobo'

/** '+₦131,350.00', '−₦6,537.00'; nothing for no change. */
export function signedNaira(amount: Kobo): string {
  if (amount === 0) return ''
  return amount > 0 ? `+${formatNaira(amount)}` : formatNaira(amount)
}

/** How much more or less that is than before, such as '+6.9 %'; 'new' where nothing was before, undefined without a change. */
export function changeText(now: Kobo, before: Kobo): string | undefined {
  if (now === before) return undefined
  if (before === 0) return 'new'
  const tenths = Math.round(((now - before) * 1000) / Math.abs(before))
  const size = Math.abs(tenths) / 10
  return `${tenths < 0 ? minus : '+'}${size}\u00A0%`
}

const sizes = [
  [1_000_000_000, 'bn'],
  [1_000_000, 'm'],
  [1_000, 'k'],
] as const

/** '₦2.59 m': an amount of a chart in three digits. */
export function shortNaira(amount: Kobo): string {
  const naira = Math.abs(amount) / 100
  const [unit, name] = sizes.find(([least]) => naira >= least) ?? [1, '']
  const digits = naira / unit
  const text = digits >= 100 || unit === 1 ? digits.toFixed(0) : digits.toFixed(digits >= 10 ? 1 : 2)
  return `${amount < 0 ? minus : ''}₦${text}${name && `\u00A0${name}`}`
}
