import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'

export type Density = 'comfortable' | 'compact'
type TableSettings = { hidden: string[] }

/** A setting stored on this device. */
function useStored<T>(key: string, isValid: (stored: unknown) => stored is T) {
  const [value, setValue] = useState<T | undefined>(() => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
      return isValid(stored) ? stored : undefined
    } catch {
      return undefined
    }
  })
  const change = (next: T) => {
    setValue(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return [value, change] as const
}

const isSettings = (stored: unknown): stored is TableSettings =>
  typeof stored === 'object' && stored !== null && 'hidden' in stored && Array.isArray(stored.hidden)

/** Fields of the columns that are not shown, stored by table. */
export function useHiddenColumns(name: string, first: string[]) {
  const [settings, change] = useStored(`alajo.table.${name}`, isSettings)
  return [settings?.hidden ?? first, (hidden: string[]) => change({ hidden })] as const
}

const isDensity = (stored: unknown): stored is Density => stored === 'compact' || stored === 'comfortable'

/** The height of rows in all lists: compact with a mouse and comfortable with touch, until chosen. */
export function useDensity() {
  const hasMouse = useMediaQuery('(pointer: fine)', { noSsr: true })
  const [chosen, choose] = useStored('alajo.density', isDensity)
  return [chosen ?? (hasMouse ? 'compact' : 'comfortable'), choose] as const
}
