import { createContext, type ReactNode, useContext } from 'react'

export type ActionsOfAny = (row: object) => ReactNode

/** A table's row actions, told anew whenever the screen is drawn; what shows them follows, the rows around them don't. */
export const RowActionsOf = createContext<ActionsOfAny | undefined>(undefined)

export function ActionsOfRow({ row }: { row: object }) {
  return useContext(RowActionsOf)?.(row)
}
