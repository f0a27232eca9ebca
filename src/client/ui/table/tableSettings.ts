import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { rowsPerPage } from '#contract/values'

export type Density = 'comfortable' | 'compact'
type TableSettings = { hidden: string[] }
type RowsSetting = { rows: number }

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

const isRows = (stored: unknown): stored is RowsSetting =>
  typeof stored === 'object' && stored !== null && 'rows' in stored && typeof stored.rows === 'number'

/** How many rows a page has: one of the list's sizes, stored by table. */
export function useRowsPerPage(name: string, sizes: readonly number[]) {
  const [setting, change] = useStored(`alajo.rows.${name}`, isRows)
  const chosen = sizes.find((size) => size === setting?.rows)
  return [chosen ?? sizes[0] ?? rowsPerPage, (rows: number) => change({ rows })] as const
}

const isDensity = (stored: unknown): stored is Density => stored === 'compact' || stored === 'comfortable'

/** The height of rows in all lists: compact with a mouse and comfortable with touch, until chosen. */
export function useDensity() {
  const hasMouse = useMediaQuery('(pointer: fine)', { noSsr: true })
  const [chosen, choose] = useStored('alajo.density', isDensity)
  return [chosen ?? (hasMouse ? 'compact' : 'comfortable'), choose] as const
}
