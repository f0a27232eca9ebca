import { createContext, type ReactNode, useContext, useDeferredValue } from 'react'

/** What a row opens: by a press in this tab, by its address in another one. */
export type RowTarget = { href: string; open: () => void }

/** Where a row's actions are: in a menu at its end, as buttons below its facts, or as buttons in every row or card, of which none is the main one. */
export type ActionsPlace = 'row' | 'facts' | 'table'

/** What the rows of a list offer; `useRowActions` gives it. */
export type RowTools<R> = {
  rowActions?: ((row: R, place: ActionsPlace) => ReactNode) | undefined
  /** The screen that a row opens. */
  rowTarget?: ((row: R) => RowTarget | undefined) | undefined
}

type ToolsOfAny = RowTools<object>

/** A table's row tools, as a context: they change with every render, and only their consumers render again, not the rows. */
const RowToolsOf = createContext<ToolsOfAny>({})

/** Those of a hundred rows are rendered after what was pressed is shown. */
export function WithRowTools<R>({ tools, children }: { tools: RowTools<R>; children: ReactNode }) {
  const value = useDeferredValue(tools as ToolsOfAny)
  return <RowToolsOf.Provider value={value}>{children}</RowToolsOf.Provider>
}

export const useRowTools = () => useContext(RowToolsOf)

export const RowActionsOf = ({ row, place }: { row: object; place: ActionsPlace }) =>
  useRowTools().rowActions?.(row, place)
