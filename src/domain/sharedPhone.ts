/** How many other admins have a phone number, and their names if the caller may see them. */
export type SharedPhone = { count: number; names: readonly string[] }

/** 'Ada Obi has this phone number too.'; undefined if no other admin has it. */
export function sharedPhoneText({ count, names }: SharedPhone): string | undefined {
  if (count === 0) return undefined
  if (names.length === 0) return 'Another admin has this phone number too.'
  return `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} this phone number too.`
}
