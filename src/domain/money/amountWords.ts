import type { Kobo } from '#contract/values'

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales = [
  [1_000_000_000_000, 'trillion'],
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1_000, 'thousand'],
] as const

/** Below a thousand: 'one hundred and twenty-five'. */
function hundreds(count: number): string {
  const [hundred, rest] = [Math.floor(count / 100), count % 100]
  const more =
    rest < 20 ? ones[rest] : `${tens[Math.floor(rest / 10) - 2]}${rest % 10 ? `-${ones[rest % 10]}` : ''}`
  if (hundred === 0) return `${more}`
  return `${ones[hundred]} hundred${rest > 0 ? ` and ${more}` : ''}`
}

function wholeWords(count: number): string {
  const scale = scales.find(([least]) => count >= least)
  if (!scale) return hundreds(count)
  const [least, name] = scale
  const rest = count % least
  const more = rest === 0 ? '' : `${rest < 100 ? ' and ' : ' '}${wholeWords(rest)}`
  return `${wholeWords(Math.floor(count / least))} ${name}${more}`
}

/** From this amount on, a zero too many is easily overlooked. */
const saidFrom = 100_000_000

/** A large amount in words, as it is checked: 'One million five hundred thousand naira'. Undefined for a smaller one. */
export function amountInWords(amount: Kobo): string | undefined {
  if (amount < saidFrom) return undefined
  const [naira, rest] = [Math.floor(amount / 100), amount % 100]
  const words = `${wholeWords(naira)} naira${rest > 0 ? ` ${hundreds(rest)} kobo` : ''}`
  return words.charAt(0).toUpperCase() + words.slice(1)
}
