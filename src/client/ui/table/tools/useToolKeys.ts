import { type RefObject, useEffect } from 'react'

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea, [role=dialog]')

/**
 * Keys of a list: / goes to its search, and from there ArrowDown to the first row. Ctrl+F goes to the filter of the rows that are
 * here, because the browser finds no rows out of sight; pressed again, it is the browser's.
 */
export function useToolKeys(tools: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      const isInTools = target instanceof HTMLInputElement && tools.current?.contains(target)
      if (key === 'ArrowDown' && isInTools && target.type === 'search') {
        const cell = document.querySelector<HTMLElement>('[role=row][data-id] [role=gridcell]')
        event.preventDefault()
        return (cell?.querySelector('input') ?? cell)?.focus()
      }
      const finds = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'f'
      const searches = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping(event)
      const field = tools.current?.querySelector<HTMLInputElement>(
        finds ? '.quick-filter input' : 'input[type=search]',
      )
      if (!(finds || searches) || !field || field === document.activeElement) return
      event.preventDefault()
      field.focus()
      field.select()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [tools])
}
