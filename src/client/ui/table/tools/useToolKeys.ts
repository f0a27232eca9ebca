import type { RefObject } from 'react'
import { useKeys } from '../../keys/useKeys'

/**
 * Keys of a list: / goes to its search, and from there ArrowDown to the first row. Ctrl+F goes to the filter of the rows that are
 * here, because the browser finds no rows out of sight; pressed again, it is the browser's.
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
      const isSearch = target instanceof HTMLInputElement && target.type === 'search'
      if (!isSearch || !tools.current?.contains(target)) return false
      const cell = document.querySelector<HTMLElement>('[role=row][data-id] [role=gridcell]')
      return (cell?.querySelector('input') ?? cell)?.focus()
    },
  })
}
