import type { Kobo } from '#contract/values'
import { formatNaira, kobo } from '#domain/money/kobo'
import { shareText } from '#domain/money/rates'

/** '₦10.00 (2.1%) more than last week'. */
export function changeText(now: Kobo, before: Kobo, when: string): string {
  if (now === before) return `As much as ${when}`
  const difference = kobo(Math.abs(now - before))
  const share = before > 0 ? ` (${shareText(difference, before)})` : ''
  return `${formatNaira(difference)}${share} ${now > before ? 'more' : 'less'} than ${when}`
}
