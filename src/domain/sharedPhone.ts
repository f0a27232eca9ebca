/** How many others have a phone number, and the names of the first ones if the caller may see them. */
export type SharedPhone = {
  count: number
  names: readonly string[]
  /** Whether one of them has the same name too. */
  same_name?: boolean
}

/** 'Ada Obi has this phone number too.'; undefined if nobody else has it. */
export function sharedPhoneText(
  { count, names, same_name = false }: SharedPhone,
  noun: 'admin' | 'customer',
): string | undefined {
  if (count === 0) return undefined
  const text = `${namesText(count, names, noun)} ${names.length === 0 || count === 1 ? 'has' : 'have'} this phone number too.`
  return same_name ? `${text} The name is the same as well: this may be the same ${noun}.` : text
}

function namesText(count: number, names: readonly string[], noun: string): string {
  if (names.length === 0) return `Another ${noun}`
  const more = count - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
