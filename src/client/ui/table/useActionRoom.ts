import useMediaQuery from '@mui/material/useMediaQuery'
import { createContext, useContext } from 'react'

export type ActionRoomOf = 0 | 1 | 2

/** Told by a table that needs its room for columns. */
export const ActionRoom = createContext<ActionRoomOf | undefined>(undefined)

/** How many of a row's actions stand as buttons; the rest are in its menu. On a phone a row is a card, with room. */
export function useActionRoom(): ActionRoomOf {
  const told = useContext(ActionRoom)
  const two = useMediaQuery('(min-width: 1440px), (max-width: 599.95px)', { noSsr: true })
  const one = useMediaQuery('(min-width: 1100px)', { noSsr: true })
  return told ?? (two ? 2 : one ? 1 : 0)
}
