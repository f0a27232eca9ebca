import useMediaQuery from '@mui/material/useMediaQuery'
import { createContext, useContext } from 'react'

export type ActionRoomOf = 0 | 1 | 2

/** Set by a table that needs the space for columns. */
export const ActionRoom = createContext<ActionRoomOf | undefined>(undefined)

/** How many of a row's actions are shown as buttons; the rest are in its menu. A card on a phone has space for two. */
export function useActionRoom(): ActionRoomOf {
  const override = useContext(ActionRoom)
  const two = useMediaQuery('(min-width: 1440px), (max-width: 599.95px)', { noSsr: true })
  const one = useMediaQuery('(min-width: 1100px)', { noSsr: true })
  return override ?? (two ? 2 : one ? 1 : 0)
}
