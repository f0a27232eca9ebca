import type { BasisPoints, Kobo, Schema, WireForm } from '#contract/values'
import { koboOf, nairaOf } from './money/kobo'
import { basisPointsOf, percentNumber } from './money/rates'
import { phoneOf, tidyName } from './text/entered'

/**
 * Converts between wire forms (naira strings, percentages, '1' and '0', ids as text) and the program's shapes, guided by
 * the schema. Never throws: values that it can't read stay unchanged, for the schema to reject.
 */
export const fromWire = (schema: Schema, value: unknown) => walk(schema, value, readers)
export const toWire = (schema: Schema, value: unknown) => walk(schema, value, writers)

type Forms = Record<WireForm, (value: unknown) => unknown>

const readers: Forms = {
  id: (value) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value),
  naira: (value) =>
    typeof value === 'string' || typeof value === 'number' ? (koboOf(value) ?? value) : value,
  percent: (value) =>
    typeof value === 'string' || typeof value === 'number' ? (basisPointsOf(value) ?? value) : value,
  oneZero: flagFromWire,
  oneZeroText: flagFromWire,
  dayFirst: reverseDay,
  name: (value) => (typeof value === 'string' ? tidyName(value) : value),
  phone: (value) => (typeof value === 'string' ? (phoneOf(value) ?? value) : value),
}

const writers: Forms = {
  id: (value) => value,
  naira: (value) => (Number.isSafeInteger(value) ? nairaOf(value as Kobo) : value),
  percent: (value) => (Number.isSafeInteger(value) ? percentNumber(value as BasisPoints) : value),
  oneZero: (value) => (typeof value === 'boolean' ? Number(value) : value),
  oneZeroText: (value) => (typeof value === 'boolean' ? (value ? '1' : '0') : value),
  dayFirst: reverseDay,
  name: (value) => value,
  phone: (value) => value,
}

/** Converts between yyyy-mm-dd and dd-mm-yyyy. */
function reverseDay(value: unknown) {
  const isDay = typeof value === 'string' && /^(\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4})$/.test(value)
  return isDay ? value.split('-').toReversed().join('-') : value
}

function flagFromWire(value: unknown) {
  if (value === 1 || value === '1') return true
  if (value === 0 || value === '0') return false
  return value
}

type Node = {
  type: string
  entries?: Record<string, Schema>
  item?: Schema
  wrapped?: Schema
  options?: Schema[]
  pipe?: readonly Step[]
}
type Step = { type: string; metadata?: { wire?: WireForm }; pipe?: readonly Step[] }

/** The wire form of a field, if it has one. */
export const wireFormOf = (schema: Schema | undefined): WireForm | undefined =>
  schema && (wireForm(unwrap(schema as unknown as Node)) ?? undefined)

/** Removes optional and nullable wrappers. */
const unwrap = (node: Node): Node => (node.wrapped ? unwrap(node.wrapped as unknown as Node) : node)

/** The schema of a reply's rows: those of its only list of objects. */
export function rowSchemaOf(schema: Schema): Fields | undefined {
  const { item, entries } = unwrap(schema as unknown as Node)
  if (item) return unwrap(item as unknown as Node) as Fields
  for (const field of Object.values(entries ?? {})) {
    const found = rowSchemaOf(field)
    if (found) return found
  }
  return undefined
}
type Fields = { entries: Record<string, Schema> }

/** Cached by schema, because a page has about 2,000 values. */
const formOf = new WeakMap<object, WireForm | null>()

function wireForm(node: Node): WireForm | null {
  const known = formOf.get(node)
  if (known !== undefined) return known
  const form = formIn(node.pipe) ?? null
  formOf.set(node, form)
  return form
}

/** A schema that narrows another has that schema, with its pipe, as the first step of its own pipe. */
function formIn(pipe: readonly Step[] = []): WireForm | undefined {
  for (const step of pipe) {
    const form = step.type === 'metadata' ? step.metadata?.wire : step.pipe !== pipe && formIn(step.pipe)
    if (form) return form
  }
  return undefined
}

function walk(schema: Schema, value: unknown, forms: Forms): unknown {
  const node = schema as unknown as Node
  const form = wireForm(node)
  if (form) return forms[form](value)
  if (value === null || value === undefined) return value
  if (node.wrapped) return walk(node.wrapped, value, forms)
  if (node.item) {
    const item = node.item
    return Array.isArray(value) ? value.map((one) => walk(item, one, forms)) : value
  }
  if (node.entries && typeof value === 'object' && !Array.isArray(value)) {
    const entries = node.entries
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        Object.hasOwn(entries, key) ? walk(entries[key] as Schema, one, forms) : one,
      ]),
    )
  }
  return value
}
