import { type RefObject, useEffect, useRef } from 'react'
import { isKey, type KeyName, keyTable } from './keyTable'

/** Returns false to leave the key to the browser. */
type Handlers = Partial<Record<KeyName, ((event: KeyboardEvent) => unknown) | undefined>>
type Registered = {
  handlers: RefObject<Handlers>
  /** Of keys in a dialog: they work while it is the one in front. */
  within: RefObject<HTMLElement | null> | undefined
}

/** The innermost part of the screen comes last, and is asked first. */
const registered: Registered[] = []

/**
 * Gives keys of the table to a screen while it is shown. None works while somebody types, but those that the table says, and
 * none behind a dialog or a menu. An undefined handler leaves its key alone.
 */
export function useKeys(handlers: Handlers, within?: RefObject<HTMLElement | null>) {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    const one = { handlers: latest, within }
    registered.push(one)
    if (registered.length === 1) addEventListener('keydown', press)
    return () => {
      registered.splice(registered.indexOf(one), 1)
      if (registered.length === 0) removeEventListener('keydown', press)
    }
  }, [within])
}

/** The keys that a screen handles now. */
export const keysHere = () =>
  new Set(registered.flatMap(({ handlers }) => Object.keys(handlers.current) as KeyName[]))

function press(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return
  const front = dialogInFront()
  for (const { handlers, within } of registered.toReversed()) {
    if (front && !(within?.current && front.contains(within.current))) continue
    for (const [name, handler] of Object.entries(handlers.current) as [KeyName, Handlers[KeyName]][]) {
      const { inFields, repeats } = keyTable[name]
      if (!handler || !isKey(event, name)) continue
      if ((event.repeat && !repeats) || (!inFields && isTyping(event.target))) continue
      if (handler(event) === false) continue
      event.preventDefault()
      return
    }
  }
}

const fields =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), select, textarea, [contenteditable=true], [role=listbox], [role=menu], [role=combobox]'

/** Whether keys write into what has the focus, or choose in it by their letters. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest(fields) !== null

/** The dialog, menu or drawer that is above everything else. */
const dialogInFront = () =>
  [
    ...document.querySelectorAll('[role=dialog], [role=alertdialog], .MuiModal-root:not(.MuiModal-hidden)'),
  ].at(-1)
