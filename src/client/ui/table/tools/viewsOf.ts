import { type ComponentType, createContext } from 'react'
import type { NamedRead } from '#contract/call'
import type { Density } from '../tableSettings'

/** What a saved view says about the table itself. */
export type Look = { hidden: string[]; density: Density }

export type ViewsProps = {
  list: NamedRead
  /** As the table looks now. */
  look: Look
  /** Sets the look of the chosen view; undefined for the one of this device. */
  setLook: (look: Look | undefined) => void
}

/** The tool for saved views of a list. Set by the shell, because it makes calls. */
export const ViewsOf = createContext<ComponentType<ViewsProps> | undefined>(undefined)
