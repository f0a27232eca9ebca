/** '1234567' as '1,234,567'. */
export const groupThousands = (digits: string) => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Formats a count: 3180 as '3,180'. Without Intl, whose first use takes 20 ms to load locale data. */
export const formatCount = (count: number) => groupThousands(String(count))

/** '1 row', '3,180 rows', '2 activities'. */
export const pluralize = (count: number, noun: string) =>
  `${formatCount(count)} ${count === 1 ? noun : plural(noun)}`

const plural = (noun: string) =>
  /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}${/(s|x|ch|sh)$/.test(noun) ? 'es' : 's'}`
