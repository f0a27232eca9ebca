import { useSyncExternalStore } from 'react'
import { createStore } from '#device/store'

const printing = createStore(false)
let themeBefore: string | undefined

/** Paper is white: what is printed is drawn in the light colours, whatever the screen has. */
function begin() {
  if (printing.get()) return
  const { dataset } = document.documentElement
  themeBefore = dataset.theme
  dataset.theme = 'light'
  printing.set(true)
}
function end() {
  if (!printing.get()) return
  const { dataset } = document.documentElement
  if (themeBefore === undefined) delete dataset.theme
  else dataset.theme = themeBefore
  printing.set(false)
}

if (typeof window !== 'undefined') {
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  matchMedia('print').addEventListener('change', ({ matches }) => (matches ? begin() : end()))
}

/** Whether the page is on its way to paper. What is only for paper is in the page no longer than that. */
export const usePrinting = () => useSyncExternalStore(printing.subscribe, printing.get, printing.get)
