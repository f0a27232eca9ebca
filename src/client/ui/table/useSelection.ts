import { useState } from 'react'

/** Rows chosen in a list, by id, as they were when they were chosen: they may stand on other pages by now. */
export type Selection<R> = {
  chosen: ReadonlyMap<number, R>
  set: (chosen: ReadonlyMap<number, R>) => void
}

/** Kept through pages and searches, until the list is left. */
export function useSelection<R>(): Selection<R> {
  const [chosen, set] = useState<ReadonlyMap<number, R>>(new Map())
  return { chosen, set }
}

/** What is chosen once exactly these ids are: those that were, and of the rows in sight the new ones. */
export function chosenOf<R extends { id?: number }>(
  ids: Iterable<unknown>,
  { chosen }: Selection<R>,
  rows: readonly R[],
): Map<number, R> {
  const known = new Map(chosen)
  for (const row of rows) if (row.id !== undefined) known.set(row.id, row)
  const wanted = new Set(ids)
  return new Map([...known].filter(([id]) => wanted.has(id)))
}
