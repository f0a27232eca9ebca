import { useState } from 'react'

export type Density = 'comfortable' | 'compact'
export type TableSettings = { hidden: string[]; density: Density }

/** Chosen columns and density, stored on this device by table. */
export function useTableSettings(name: string, first: TableSettings) {
  const key = `alajo.table.${name}`
  const [settings, setSettings] = useState<TableSettings>(() => read(key) ?? first)
  const change = (part: Partial<TableSettings>) => {
    const next = { ...settings, ...part }
    setSettings(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return [settings, change] as const
}

function read(key: string): TableSettings | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as TableSettings | null
    return stored && Array.isArray(stored.hidden) ? stored : undefined
  } catch {
    return undefined
  }
}
