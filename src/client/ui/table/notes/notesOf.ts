import { createContext } from 'react'
import type { ColumnNotes } from '#domain/lists/columnNotes'

/** Notes of the shown list's columns: for its headings, and for the labels of cards and opened rows. */
export const NotesOf = createContext<ColumnNotes | undefined>(undefined)
