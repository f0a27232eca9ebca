import { createContext, type ReactNode, useContext, useDeferredValue } from 'react'

type ActionsOfAny = (row: object) => ReactNode

/** A table's row actions, as a context: they change with every render, and only their consumers render again, not the rows. */
export const RowActionsOf = createContext<ActionsOfAny | undefined>(undefined)

type Props = { actions: unknown; children: ReactNode }

/** Those of a hundred rows are rendered after what was pressed is shown. */
export function WithRowActions({ actions, children }: Props) {
  const value = useDeferredValue(actions as ActionsOfAny | undefined)
  return <RowActionsOf.Provider value={value}>{children}</RowActionsOf.Provider>
}

export function ActionsOfRow({ row }: { row: object }) {
  return useContext(RowActionsOf)?.(row)
}
