import type { RefObject } from 'react'
import { useKeys } from '../../keys/useKeys'

/**
 * Keys of a list: / goes to its search, and from there or from the heading ArrowDown to the first row. Ctrl+F goes to the filter of the rows that are
 * here, because the browser finds no rows out of sight; pressed again, it is the browser's.
 * M opens the actions of the row that has the focus.
 */
export function useToolKeys(tools: RefObject<HTMLElement | null>) {
  const goTo = (selector: string) => {
    const field = tools.current?.querySelector<HTMLInputElement>(selector)
    if (!field || field === document.activeElement) return false
    field.focus()
    return field.select()
  }
  useKeys({
    searchPage: () => goTo('input[type=search]'),
    filterRows: () => goTo('.quick-filter input'),
    toRows: ({ target }) => {
      const isSearch =
        target instanceof HTMLInputElement && target.type === 'search' && tools.current?.contains(target)
      // Where the focus is when a screen opens.
      const isAtStart = target instanceof Element && target.matches('body, h1')
      if (!isSearch && !isAtStart) return false
      const cell = document.querySelector<HTMLElement>('[role=row][data-id] [role=gridcell]')
      return (cell?.querySelector('input') ?? cell)?.focus()
    },
    rowMenu: ({ target }) => {
      const row = target instanceof Element ? target.closest('[role=row][data-id], .row-card') : null
      const button = row?.querySelector<HTMLElement>('[aria-haspopup=menu]')
      if (!button) return false
      button.click()
    },
  })
}
