import { randomUUID } from 'node:crypto'

/** Placeholder for the rows in the reply's JSON; random, so that no data can contain it. */
const place = randomUUID()

/**
 * Rows as JSON text from the database, already in wire form: they are copied into the reply unparsed. Parsing and
 * serializing a page again takes longer than querying it.
 */
export class JsonRows<Row> {
  /** The row type, for the compiler only. */
  declare protected readonly row: Row
  constructor(readonly text: string) {}
  toJSON() {
    return place
  }
}

/** A reply's type in which any list of rows may be `JsonRows`. */
export type OrJsonRows<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Row)[]
    ? T | JsonRows<Row>
    : { [K in keyof T]: OrJsonRows<T[K]> }

/** The JSON of a reply with at most one `JsonRows`. Returns bytes: writing a long string to the socket is three times slower. */
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
