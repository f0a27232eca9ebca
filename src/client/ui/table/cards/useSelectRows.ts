import { useCallback, useMemo, useRef } from 'react'
import { chosenOf, type Selection } from '../useSelection'

/** Selects rows; with Shift from the last one to this one. `choose` is stable, so that only the changed rows render. */
export function useSelectRows<R extends { id?: number }>(
  selection: Selection<R> | undefined,
  rows: readonly R[],
) {
  const latest = useRef({ selection, rows })
  latest.current = { selection, rows }
  const last = useRef<number | undefined>(undefined)
  const choose = useCallback((row: object, withRange: boolean) => {
    const { selection: now, rows: inSight } = latest.current
    const { id } = row as R
    if (!now || id === undefined) return
    const [from, to] = [last.current, id].map((one) => inSight.findIndex((other) => other.id === one))
    const range =
      withRange && from !== undefined && to !== undefined && from >= 0
        ? inSight.slice(Math.min(from, to), Math.max(from, to) + 1).flatMap((one) => one.id ?? [])
        : [id]
    const others = [...now.chosen.keys()].filter((one) => !range.includes(one))
    last.current = id
    now.set(chosenOf(now.chosen.has(id) ? others : [...others, ...range], now, inSight))
  }, [])
  const ids = useMemo(() => rows.flatMap(({ id }) => id ?? []), [rows])
  if (!selection) return undefined
  const isEveryChosen = ids.length > 0 && ids.every((id) => selection.chosen.has(id))
  return {
    isChosen: (id: number) => selection.chosen.has(id),
    isEveryChosen,
    choose,
    chooseAll: () => {
      const others = [...selection.chosen.keys()].filter((id) => !ids.includes(id))
      selection.set(chosenOf(isEveryChosen ? others : [...others, ...ids], selection, rows))
    },
  }
}
