import type { ColumnNotes } from './columnNotes'

/** Columns that have a note, with it. */
export const describedColumns = (
  columns: readonly { field: string; header: string }[],
  notes: ColumnNotes,
): (readonly [header: string, note: string])[] =>
  columns.flatMap(({ field, header }) => {
    const note = notes[field]
    return note === undefined ? [] : [[header, note] as const]
  })
