import { useEffect } from 'react'
import { blankFound, type Found, type FoundKind } from '#contract/calls/search'
import { useVaultValue } from '#offline/useVaultValue'
import { openedLast, rememberOpened } from './openedLast'

/** What was opened last, the newest first. */
export const useOpenedLast = (isWanted: boolean) =>
  useVaultValue(isWanted ? 'opened last' : undefined, openedLast) ?? []

type Shown = Pick<Found, 'id' | 'title'> & Partial<Found>

/** Remembers what a screen shows, for 'Opened last' in Find anything; undefined until it is there. */
export function useOpened(kind: FoundKind, shown: Shown | undefined) {
  const text = shown && JSON.stringify(shown)
  useEffect(() => {
    if (text) void rememberOpened({ kind, found: { ...blankFound, ...(JSON.parse(text) as Shown) } })
  }, [kind, text])
}
