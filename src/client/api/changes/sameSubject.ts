import type { Write } from '#contract/call'

/** Whether two bodies of a call change the same record, by the fields that the contract names as its subject. */
export function isSameSubject({ subject }: Pick<Write, 'subject'>, one: object, other: object): boolean {
  return subject.every((field) => overlap(fieldOf(one, field), fieldOf(other, field)))
}

const fieldOf = (body: object, field: string) => (body as Record<string, unknown>)[field]

/** In lists, such as a batch of customers, one common item is enough. */
function overlap(one: unknown, other: unknown): boolean {
  const values = new Set([one].flat().map(normalize))
  return [other].flat().some((value) => values.has(normalize(value)))
}

const normalize = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value)
