import { type KeyboardEvent, type ReactNode, useId } from 'react'
import './headNote.css'

/** The words of a column's heading. With a note, they show it when pointed at or focused; Esc hides it. */
export function HeadNote({
  note,
  children,
}: {
  note: string | undefined
  children: (id?: string) => ReactNode
}) {
  const id = useId()
  if (note === undefined) return children()
  const hide = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key comes from the heading inside
    <span className="head-note" onKeyDown={hide}>
      {children(id)}
      {/* Its text is drawn by the style sheet: the words of the heading stay those of the column. */}
      <span role="tooltip" id={id} aria-label={note} data-note={note} />
    </span>
  )
}
