import { createContext, type RefObject } from 'react'

/** How many of a row's actions are shown as buttons; the rest are in its menu. Set by the table. */
export const ActionRoom = createContext(2)

/** Set by a row's actions: opens the row's main screen. A press or Enter on the row calls it. */
export const RowOpener = createContext<RefObject<(() => void) | undefined> | undefined>(undefined)
