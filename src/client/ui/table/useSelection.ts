import { useState } from 'react'

/** Selected rows by id, as they were when selected: they may be on other pages now. */
export type Selection<R> = {
  chosen: ReadonlyMap<number, R>
  set: (chosen: ReadonlyMap<number, R>) => void
}

/** Survives paging and searching, until the list is left. */
export function useSelection<R>(): Selection<R> {
  const [chosen, set] = useState<ReadonlyMap<number, R>>(new Map())
  return { chosen, set }
}

/** The selection with exactly these ids, from the old selection and the rows on the page. */
export function chosenOf<R extends { id?: number }>(
  ids: Iterable<unknown>,
  { chosen }: Selection<R>,
  rows: readonly R[],
): Map<number, R> {
  const candidates = new Map(chosen)
  for (const row of rows) if (row.id !== undefined) candidates.set(row.id, row)
  const wanted = new Set(ids)
  return new Map([...candidates].filter(([id]) => wanted.has(id)))
}
