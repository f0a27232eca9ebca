/** '1234567' as '1,234,567'. */
export const grouped = (digits: string) => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')

/** A count as the screen has it: 3180 as '3,180'. Not by Intl: its first use loads 20 ms worth of locale data. */
export const formatCount = (count: number) => grouped(String(count))

/** '1 row', '3,180 rows'. */
export const counted = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
