import { useContext } from 'react'
import type { Column } from '#contract/call'
import { textIn } from './grid/columnLayout'
import { NotedWords } from './notes/NotedWords'
import { NotesOf } from './notes/notesOf'
import { StatusChip } from '../text/StatusChip'
import './rowFacts.css'

/** From how many characters on a value has a line of its own. */
const longText = 60

/** Columns of a row as labels and values; without those of a sparse column that are empty. */
export function RowFacts({ row, columns }: { row: object; columns: readonly Column<never>[] }) {
  const notes = useContext(NotesOf)
  const facts = columns
    .map((column) => ({ ...column, text: textIn(row, column) }))
    .filter(({ sparse, text }) => !(sparse && text === ''))
  if (facts.length === 0) return null
  return (
    <dl className="row-facts">
      {facts.map(({ field, header, kind, ofRepayment, text }) => (
        <div key={field} className={text.length > longText ? 'wide' : undefined}>
          <dt>
            <NotedWords note={notes?.[field]}>{header}</NotedWords>
          </dt>
          <dd className={kind}>
            {kind === 'status' ? <StatusChip status={text} ofRepayment={ofRepayment} /> : text}
          </dd>
        </div>
      ))}
    </dl>
  )
}
