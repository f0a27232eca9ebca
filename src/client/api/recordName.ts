import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Named } from '#contract/call'
import { monthText } from '#domain/time/months'

type Row = Record<string, unknown>

/** What names the record that a screen was opened with, from its reads that were answered, or from what the link said. */
export function useRecordName(calls: readonly Named[], state: unknown): string {
  const queries = useQueryClient()
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(changed),
    [queries],
  )
  const ids = (state ?? {}) as Row
  return useSyncExternalStore(
    subscribe,
    () => nameInReplies(queries, calls, ids) ?? nameIn(ids) ?? numberOf(ids) ?? '',
  )
}

function nameInReplies(queries: QueryClient, calls: readonly Named[], ids: Row): string | undefined {
  const wanted = new Set(Object.values(ids).filter((value) => typeof value === 'number'))
  for (const { kind, name } of calls) {
    if (kind !== 'read') continue
    for (const query of queries.getQueryCache().findAll({ queryKey: name.split('.'), type: 'active' })) {
      const { data } = query.state
      const body = query.queryKey.at(-1) as Row
      const isAsked = Object.values(body).some((value) => wanted.has(value as number))
      const row = rowsOf(data).find((one) =>
        isAsked ? nameIn(one) !== undefined && isOneOf(one, wanted) : wanted.has(one.id as number),
      )
      const found = row && nameIn(row)
      if (found) return found
    }
  }
  return undefined
}

/** Of a record without a name that may be shown, such as a person without a reference. */
const numberOf = (ids: Row) => {
  const id = Object.values(ids).findLast((value) => typeof value === 'number')
  return id === undefined ? undefined : `No. ${id}`
}

/** A row without an id is the only one of its reply. */
const isOneOf = (row: Row, ids: ReadonlySet<number>) =>
  typeof row.id !== 'number' || Object.values(row).some((value) => ids.has(value as number))

/** A reply is asked at each change of any; it does not change itself. */
const known = new WeakMap<object, Row[]>()
function rowsOf(reply: unknown): Row[] {
  if (typeof reply !== 'object' || reply === null) return []
  const rows = known.get(reply) ?? rowsIn(reply)
  known.set(reply, rows)
  return rows
}

/** The rows of a reply: a list, a page, one record, or parts that have one. */
function rowsIn(reply: unknown): Row[] {
  if (Array.isArray(reply)) return reply.flatMap(rowsIn)
  if (typeof reply !== 'object' || reply === null) return []
  const row = reply as Row
  return [
    row,
    ...Object.values(row)
      .filter((part) => typeof part === 'object')
      .flatMap(rowsIn),
  ]
}

/**
 * What names a record, the first that it has. The browser keeps titles in its history, also of a locked portal: no name of a person and
 * no amount is among them (docs/run/security.md).
 */
const namesOf: readonly ((row: Row) => unknown)[] = [
  ({ reference }) => reference,
  ({ loan_reference }) => loan_reference,
  ({ savings_reference }) => savings_reference,
  ({ movement_reference }) => movement_reference,
  ({ run_name }) => run_name,
  ({ statement }) => statement,
  ({ till }) => till,
  ({ day }) => day,
  ({ month }) => (typeof month === 'string' ? monthText(month) : undefined),
  (row) => (isPerson(row) ? undefined : row.name),
]

/** A row of a person, or about one. */
const isPerson = (row: Row) =>
  Object.keys(row).some((field) => /phone|email|_?first_?name|^(user|customer|agent|admin)_id$/.test(field))

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

export function nameIn(row: Row): string | undefined {
  for (const nameOf of namesOf) {
    const name = text(nameOf(row))
    if (name) return name
  }
  return undefined
}
