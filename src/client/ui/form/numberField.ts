import type { ClipboardEvent, DragEvent } from 'react'

/** How much of a pasted text is shown. */
const mostShown = 40

/** A pasted text as it is shown in a field: in one line, and with a mark where it was cut, which no number has. */
function pastedText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > mostShown ? `${line.slice(0, mostShown)}…` : line
}

/**
 * What each field of an amount or a number has. What is pasted or dropped becomes its whole text, for the field's rule to accept or
 * refuse: browsers join lines, cut at a `maxLength`, and put it between the digits that are there, which makes other numbers of it.
 */
export function numberField(inputMode: 'decimal' | 'numeric', put: (text: string) => void, locked = false) {
  const take = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    event.preventDefault()
    const text = pastedText(data.getData('text'))
    if (!locked && text !== '') put(text)
  }
  return {
    inputMode,
    autoComplete: 'off',
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
  }
}
