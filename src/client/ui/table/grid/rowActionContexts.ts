import { createContext } from 'react'
import { createStore } from '#device/store'

/** How many of a row's actions are shown as buttons; the rest are in its menu. Set by the table. */
export const MaxRowButtons = createContext(2)

/** What a row opens: by a press or Enter in this tab, by its address in another one. */
type RowTarget = { href: string; open: () => void }

/** The target of a row, which its actions set. They know it only once they are rendered. */
export function createRowOpener() {
  const href = createStore<string | undefined>(undefined)
  let target: RowTarget | undefined
  return {
    href,
    set: (next: RowTarget | undefined) => {
      target = next
      if (href.get() !== next?.href) href.set(next?.href)
    },
    /** Returns whether there is a target. */
    open: (inNewTab: boolean): boolean => {
      if (inNewTab && target) window.open(target.href, '_blank', 'noopener')
      else target?.open()
      return target !== undefined
    },
  }
}
export type RowOpening = ReturnType<typeof createRowOpener>
export const RowOpener = createContext<RowOpening | undefined>(undefined)
