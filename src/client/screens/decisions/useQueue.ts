import { useRef, useState } from 'react'
import type { QueueGroup, QueueRow } from '#contract/calls/decisions'
import type { Waiting } from '#contract/calls/waiting'
import type { Kobo } from '#contract/values'
import { formatCount, pluralize } from '#domain/money/figures'
import { formatNaira, kobo, sumKobo } from '#domain/money/kobo'
import { daysFrom } from '#domain/time/lagos'
import { deviceMs } from '#device/deviceMs'
import { type DeskGroup, deskGroups, kindsBy } from '#routing/decisionKinds'

export type Row = QueueRow & { kind: Waiting }
export type Group = Omit<QueueGroup, 'rows'> & { label: DeskGroup; rows: readonly Row[] }
export type Place = { kind: Waiting; id: number }

export const keyOf = ({ kind, id }: Place) => `${kind}:${id}`

/** '₦220,000': the case has the kobo. */
export const wholeNaira = (amount: Kobo) => formatNaira(amount).replace(/\.\d\d$/, '')

/** For how many days something waits, and whether that is long. */
export function ageOf(stamp: string, today: string) {
  const days = daysFrom(stamp.slice(0, 10), today) - 1
  return { days, text: days < 1 ? 'today' : pluralize(days, 'day'), isLong: days >= 3 }
}

/** The heading of a case until it is read. */
export const titleOf = ({ subject, amount }: Row) =>
  amount === null ? subject : `${formatNaira(kobo(Math.abs(amount)))} for ${subject}`

const kindsOf = kindsBy('group')

/**
 * The queue without what was decided here since it was read, and what comes before and after a case. A case that is gone from the
 * queue keeps its place until another is opened.
 */
export function useQueue(
  data: Partial<Record<Waiting, QueueGroup>> | undefined,
  readAt: number,
  current: Place | undefined,
  listed: { ids: readonly number[]; kinds: readonly string[] } | undefined,
) {
  const [decided, setDecided] = useState<{ at: number; key: string; row: Row | undefined }[]>([])
  const lately = new Set(decided.filter(({ at }) => at > readAt).map(({ key }) => key))
  const ids = listed?.ids
  const isShown = ({ id }: QueueRow) => !ids || ids.includes(id)
  const groups = deskGroups.flatMap((label): Group[] => {
    const parts = (kindsOf.get(label) ?? []).flatMap((kind) => {
      const group = data?.[kind]
      if (!group || (listed && !listed.kinds.includes(kind))) return []
      const rows = group.rows.filter(isShown).map((row): Row => ({ ...row, kind }))
      return [ids ? partOf(group, rows) : { ...group, rows }]
    })
    const all = parts.flatMap(({ rows }) => rows)
    const gone = all.filter((row) => lately.has(keyOf(row)))
    const count = parts.reduce((sum, part) => sum + part.count, 0) - gone.length
    if (count <= 0) return []
    const sums = parts.flatMap(({ amount }) => (amount === null ? [] : [Math.abs(amount)]))
    const less = gone.reduce((sum, { amount }) => sum + Math.abs(amount ?? 0), 0)
    return [
      {
        label,
        rows: (ids ? asListed(ids) : inOrder)(all.filter((row) => !lately.has(keyOf(row)))),
        count,
        amount: sums.length === 0 ? null : kobo(sums.reduce((sum, one) => sum + one, 0) - less),
        oldest: parts.map(({ oldest }) => oldest).toSorted()[0] ?? '',
      },
    ]
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
  const group = groups.find(({ rows }) => rows.some(isCurrent))
  const count = groups.reduce((sum, one) => sum + one.count, 0)
  return {
    groups,
    flat,
    count,
    amount: kobo(groups.reduce((sum, one) => sum + (one.amount ?? 0), 0)),
    row,
    /** Of a case that still waits: its place in its group. */
    position:
      isHere && group ? `${group.rows.findIndex(isCurrent) + 1} of ${formatCount(group.count)}` : undefined,
    next: after ?? flat.find((one) => !isCurrent(one)),
    previous: before,
    decide: () => {
      if (current) setDecided((all) => [...all, { at: deviceMs(), key: keyOf(current), row }])
    },
    progress: progressText(decided, count, listed !== undefined),
  }
}

/** The rows of a group that a list shows, counted and added up. */
const partOf = (group: QueueGroup, rows: readonly Row[]) => ({
  rows,
  count: rows.length,
  amount: group.amount === null ? null : sumKobo(rows.map(({ amount }) => kobo(Math.abs(amount ?? 0)))),
  oldest: rows.map(({ created_at }) => created_at).toSorted()[0] ?? group.oldest,
})

const asListed = (ids: readonly number[]) => (rows: readonly Row[]) =>
  rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))

/** Of several kinds together as of one: red flags first, the largest sum of these; then the oldest. */
const inOrder = (rows: readonly Row[]) => [
  ...rows
    .filter(({ flags }) => flags.length > 0)
    .toSorted((one, other) => Math.abs(other.amount ?? 0) - Math.abs(one.amount ?? 0)),
  ...rows
    .filter(({ flags }) => flags.length === 0)
    .toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1)),
]

/** '6 decided in 4 minutes, 80 left.' */
function progressText(decided: readonly { at: number }[], left: number, isPart: boolean) {
  const [first] = decided
  if (!first) return `${formatCount(left)} left.`
  const minutes = Math.max(1, Math.ceil((deviceMs() - first.at) / 60_000))
  const done = `${formatCount(decided.length)} decided in ${pluralize(minutes, 'minute')}`
  return left === 0
    ? `${isPart ? 'Nothing of the list waits' : 'Nothing waits for you'}. ${done}.`
    : `${done}, ${formatCount(left)} left.`
}
