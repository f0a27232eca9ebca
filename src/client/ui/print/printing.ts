import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createStore } from '#device/store'

const printing = createStore(false)
let themeBefore: string | undefined
/** Between the events of a print. */
let isLaidOut = false

/** Prints in the light colours, whatever the screen uses. */
function begin() {
  if (printing.get()) return
  const { dataset } = document.documentElement
  themeBefore = dataset.theme
  dataset.theme = 'light'
  // The browser lays the sheets out right after this event.
  flushSync(() => printing.set(true))
}
function end() {
  if (!printing.get()) return
  const { dataset } = document.documentElement
  if (themeBefore === undefined) delete dataset.theme
  else dataset.theme = themeBefore
  printing.set(false)
}

if (typeof window !== 'undefined') {
  addEventListener('beforeprint', () => {
    isLaidOut = true
    begin()
  })
  addEventListener('afterprint', () => {
    isLaidOut = false
    end()
  })
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) begin()
    // Chromium can deliver the end of an earlier print after this one's `beforeprint`: the rows would be missing on its sheets.
    else if (!isLaidOut) end()
  })
}

/** Whether the page is being printed. Print-only content is rendered only then. */
export const usePrinting = () => useSyncExternalStore(printing.subscribe, printing.get, printing.get)
