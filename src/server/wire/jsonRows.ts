import { randomUUID } from 'node:crypto'

/** Stands in the reply's text where the rows go; nobody outside can know it. */
const place = randomUUID()

/**
 * Rows that the database has written as JSON, in the forms of the wire: they go into the reply as they are. A page of
 * a hundred rows has two thousand values, and to read and write each of them once more takes longer than to find them.
 */
export class JsonRows<Row> {
  /** What each of them is, for the compiler. */
  declare protected readonly row: Row
  constructor(readonly text: string) {}
  toJSON() {
    return place
  }
}

/** A reply's type where any list of rows may be JSON already. */
export type OrJsonRows<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Row)[]
    ? T | JsonRows<Row>
    : { [K in keyof T]: OrJsonRows<T[K]> }

/**
 * JSON of a reply that holds such rows at one place at the most. As bytes: a string of that length is written to the
 * socket three times as slowly.
 */
export function jsonOf(reply: object): Buffer {
  const parts = JSON.stringify(reply).split(`"${place}"`)
  return Buffer.from(parts.join(rowsIn(reply)?.text ?? ''))
}

function rowsIn(value: unknown): JsonRows<unknown> | undefined {
  if (value instanceof JsonRows) return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  for (const part of Object.values(value)) {
    const found = rowsIn(part)
    if (found) return found
  }
  return undefined
}
