import { type ComponentType, createContext } from 'react'
import type { NamedRead } from '#contract/call'
import type { Density } from '../tableSettings'

/** What a saved view says about the table itself. */
export type TableDisplay = { hidden: string[]; density: Density }

export type ViewsProps = {
  list: NamedRead
  /** How the table is shown now. */
  display: TableDisplay
  /** Sets the display of the chosen view; undefined for the one of this device. */
  setDisplay: (display: TableDisplay | undefined) => void
}

/** The tool for saved views of a list. Set by the shell, because it makes calls. */
export const ViewsOf = createContext<ComponentType<ViewsProps> | undefined>(undefined)
