import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import './headNote.css'

type Props = {
  note: string | undefined
  children: (id?: string) => ReactNode
}

/** The words of a column's heading. With a note, they show it when pointed at or focused; Escape hides it. */
export function HeadNote({ note, children }: Props) {
  return note === undefined ? children() : <Noted note={note}>{children}</Noted>
}

function Noted({ note, children }: { note: string } & Pick<Props, 'children'>) {
  const id = useId()
  const [isPointed, setPointed] = useState(false)
  const [isClosed, setClosed] = useState(false)
  // Whatever has the focus.
  useEffect(() => {
    if (!isPointed) return
    const close = (event: Pressed) => isEscape(event) && setClosed(true)
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [isPointed])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the heading inside
    <span
      className={isClosed ? 'head-note closed' : 'head-note'}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => {
        setPointed(false)
        setClosed(false)
      }}
      onKeyDown={(event) => isEscape(event) && setClosed(true)}
      onBlur={() => setClosed(false)}
    >
      {children(id)}
      {/* Its text is drawn by the style sheet: the words of the heading stay those of the column. */}
      <span role="tooltip" id={id} aria-label={note} data-note={note} />
    </span>
  )
}

type Pressed = Pick<KeyboardEvent, 'key'>
const isEscape = ({ key }: Pressed) => key === 'Escape'

/** A heading that is only text. */
export const NotedWords = ({ note, children: words }: { note: string | undefined; children: string }) => (
  <HeadNote note={note}>
    {(noteId) =>
      noteId ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its note is shown when it is focused
        <span className="head-words" tabIndex={0} aria-describedby={noteId}>
          {words}
        </span>
      ) : (
        words
      )
    }
  </HeadNote>
)
