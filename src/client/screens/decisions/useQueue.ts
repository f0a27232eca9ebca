import { useRef, useState } from 'react'
import type { QueueGroup, QueueRow } from '#contract/calls/decisions'
import type { Waiting } from '#contract/calls/waiting'
import type { Kobo } from '#contract/values'
import { formatCount, pluralize } from '#domain/money/figures'
import { formatNaira, kobo } from '#domain/money/kobo'
import { daysFrom } from '#domain/time/lagos'
import { deviceMs } from '#device/deviceMs'
import { deskOrder } from './kinds'

export type Row = QueueRow & { kind: Waiting }
export type Group = Omit<QueueGroup, 'rows'> & { kind: Waiting; rows: readonly Row[] }
type Place = { kind: Waiting; id: number }

export const keyOf = ({ kind, id }: Place) => `${kind}:${id}`

/** '₦220,000': the case has the kobo. */
export const wholeNaira = (amount: Kobo) => formatNaira(amount).replace(/\.\d\d$/, '')

/** For how many days something waits, and whether that is long. */
export function ageOf(stamp: string, today: string) {
  const days = daysFrom(stamp.slice(0, 10), today) - 1
  return { days, text: days < 1 ? 'today' : pluralize(days, 'day'), isLong: days >= 3 }
}

/** '220,000 for Chinedu': what the button to the next case says. */
export const labelOf = ({ subject, amount }: Row) =>
  amount === null ? subject : `${subject}, ${wholeNaira(kobo(Math.abs(amount)))}`

/**
 * The queue without what was decided here since it was read, and what comes before and after a case. A case that is gone from the
 * queue keeps its place until another is opened.
 */
export function useQueue(
  data: Partial<Record<Waiting, QueueGroup>> | undefined,
  readAt: number,
  current: Place | undefined,
) {
  const [decided, setDecided] = useState<{ at: number; key: string; row: Row | undefined }[]>([])
  const lately = new Set(decided.filter(({ at }) => at > readAt).map(({ key }) => key))
  const groups = deskOrder.flatMap((kind): Group[] => {
    const group = data?.[kind]
    if (!group) return []
    const all = group.rows.map((row) => ({ ...row, kind }))
    const rows = all.filter((row) => !lately.has(keyOf(row)))
    const gone = all.filter((row) => lately.has(keyOf(row)))
    const less = gone.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
    const count = group.count - gone.length
    return count <= 0
      ? []
      : [{ ...group, kind, rows, count, amount: group.amount === null ? null : kobo(group.amount - less) }]
  })
  const flat = groups.flatMap(({ rows }) => rows)
  const isCurrent = (row: Place) => current !== undefined && keyOf(row) === keyOf(current)
  const last = useRef<readonly Row[]>(flat)
  const isHere = flat.some(isCurrent)
  if (isHere) last.current = flat
  const order = isHere ? flat : last.current
  const at = order.findIndex(isCurrent)
  const waits = (row: Row) => flat.some((one) => keyOf(one) === keyOf(row))
  const after = at < 0 ? undefined : order.slice(at + 1).find(waits)
  const before = at < 0 ? undefined : order.slice(0, at).findLast(waits)
  const row = order[at]
  const group = groups.find(({ kind }) => kind === current?.kind)
  const count = groups.reduce((sum, one) => sum + one.count, 0)
  return {
    groups,
    flat,
    count,
    amount: kobo(groups.reduce((sum, one) => sum + Math.abs(one.amount ?? 0), 0)),
    row,
    /** Of a case that still waits: its place in its group. */
    position:
      isHere && group ? `${group.rows.findIndex(isCurrent) + 1} of ${formatCount(group.count)}` : undefined,
    next: after ?? flat.find((one) => !isCurrent(one)),
    previous: before,
    decide: () => {
      if (current) setDecided((all) => [...all, { at: deviceMs(), key: keyOf(current), row }])
    },
    progress: progressText(decided, count),
  }
}

/** '6 decided in 4 minutes, 80 left.' */
function progressText(decided: readonly { at: number }[], left: number) {
  const [first] = decided
  if (!first) return `${formatCount(left)} left.`
  const minutes = Math.max(1, Math.ceil((deviceMs() - first.at) / 60_000))
  const done = `${formatCount(decided.length)} decided in ${pluralize(minutes, 'minute')}`
  return left === 0 ? `Nothing waits for you. ${done}.` : `${done}, ${formatCount(left)} left.`
}
