import { useEffect, useRef } from 'react'

type Keys = Record<string, ((event: KeyboardEvent) => void) | undefined>

/** Fields where a key is text. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return target.type !== 'radio' && target.type !== 'checkbox'
  return target.isContentEditable || target.matches('textarea, select')
}

/** Something above the page takes the keys. */
const isCovered = () => document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null

/**
 * Keys of a page: 'A', 'ArrowDown', 'Escape', 'Ctrl+Enter'. None works while something is typed, but those that `always` names.
 */
export function useKeys(keys: Keys, always: readonly string[] = []) {
  const current = useRef(keys)
  current.current = keys
  const whileTyping = always.join()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.repeat) return
      const ctrl = event.ctrlKey || event.metaKey
      const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
      const name = ctrl ? `Ctrl+${key}` : key
      const act = current.current[name]
      if (!act || (isTyping(event.target) && !whileTyping.split(',').includes(name))) return
      if (isCovered()) return
      // The arrows of a choice move within it.
      if (key.startsWith('Arrow') && event.target instanceof HTMLInputElement) return
      event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [whileTyping])
}
