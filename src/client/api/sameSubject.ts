import type { Write } from '#contract/call'

/** Whether two bodies of a call change the same thing, by the fields that the contract names as its subject. */
export function isSameSubject({ subject }: Pick<Write, 'subject'>, one: object, other: object): boolean {
  return subject.every((field) => overlap(fieldOf(one, field), fieldOf(other, field)))
}

const fieldOf = (body: object, field: string) => (body as Record<string, unknown>)[field]

/** Of lists, such as many customers at once, one common item is enough. */
function overlap(one: unknown, other: unknown): boolean {
  const values = new Set([one].flat().map(compared))
  return [other].flat().some((value) => values.has(compared(value)))
}

const compared = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value)
