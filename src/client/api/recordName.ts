import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Named } from '#contract/call'
import { monthText } from '#domain/time/months'

type Row = Record<string, unknown>

/** The name of the record that a screen was opened with, from its reads that were answered, or from what the link said. */
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

/** Of a record without a name, such as an import. */
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

/** What names a record, the first that it has. */
const namesOf: readonly ((row: Row) => unknown)[] = [
  ({ customer_firstname, customer_lastname }) => both(customer_firstname, customer_lastname),
  ({ first_name, last_name }) => both(first_name, last_name),
  ({ customer_name }) => customer_name,
  ({ customer }) => customer,
  ({ agent, month }) => (typeof month === 'string' ? `${text(agent) ?? ''} ${monthText(month)}` : agent),
  ({ name }) => name,
  ({ device_name }) => device_name,
  ({ agent_name }) => agent_name,
  ({ loan_reference }) => loan_reference,
  ({ savings_reference }) => savings_reference,
  ({ movement_reference }) => movement_reference,
  ({ reference }) => reference,
  ({ run_name }) => run_name,
  ({ statement }) => statement,
  ({ till }) => till,
  ({ day }) => day,
  ({ month }) => month,
]

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)
const both = (first: unknown, last: unknown) => text(`${text(first) ?? ''} ${text(last) ?? ''}`)

export function nameIn(row: Row): string | undefined {
  for (const nameOf of namesOf) {
    const name = text(nameOf(row))
    if (name) return name
  }
  return undefined
}
