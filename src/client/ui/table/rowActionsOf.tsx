import { createContext, type ReactNode, useContext } from 'react'

export type ActionsOfAny = (row: object) => ReactNode

/** A table's row actions, as a context: they change with every render, and only their consumers render again, not the rows. */
export const RowActionsOf = createContext<ActionsOfAny | undefined>(undefined)

export function ActionsOfRow({ row }: { row: object }) {
  return useContext(RowActionsOf)?.(row)
}
