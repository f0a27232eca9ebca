import Box from '@mui/material/Box'
import { useSyncExternalStore } from 'react'
import { formatCount } from '#domain/money/figures'
import { amountFault } from '#domain/money/enteredAmount'
import { formatNaira } from '#domain/money/kobo'
import { numberField } from '#ui/form/numberField'
import { countOf, isByNotes, notesOf, noteValues } from './cashCount'
import { amountText, type Sheet } from './sheet'

type Props = { sheet: Sheet; locked: boolean }

export const useCash = (sheet: Sheet) => useSyncExternalStore(sheet.subscribe, sheet.cash)

/** How many notes of each kind were counted. */
export function NoteFields({ sheet, locked }: Props) {
  const cash = useCash(sheet)
  return (
    <div className="sheet-count">
      {noteValues.map((value) => {
        const text = cash.notes[value] ?? ''
        const id = `notes-${value}`
        const put = (typed: string) => sheet.setCash({ ...cash, notes: { ...cash.notes, [value]: typed } })
        return [
          <label key={id} htmlFor={id}>{`₦${formatCount(value)} ×`}</label>,
          <input
            key={value}
            id={id}
            {...numberField('numeric', put, locked)}
            readOnly={locked}
            value={text}
            aria-invalid={notesOf(text) === undefined}
            onFocus={(event) => event.target.select()}
            onChange={(event) => put(event.target.value)}
          />,
        ]
      })}
    </div>
  )
}

/** The counted cash as one amount; the sum of the notes, if they were counted. */
export function OneCount({ sheet, locked, id }: Props & { id: string }) {
  const cash = useCash(sheet)
  const count = countOf(cash)
  const byNotes = isByNotes(cash)
  const isLocked = locked || byNotes
  const put = (text: string) => sheet.setCash({ ...cash, text })
  return (
    <input
      id={id}
      className="sheet-one-count"
      {...numberField('decimal', put, isLocked)}
      placeholder="Not counted"
      readOnly={isLocked}
      value={byNotes ? (count === undefined ? '' : amountText(count)) : cash.text}
      aria-invalid={count === undefined}
      onFocus={(event) => event.target.select()}
      onChange={(event) => put(event.target.value)}
      onBlur={() => {
        if (!byNotes && count) sheet.setCash({ ...cash, text: amountText(count) })
      }}
    />
  )
}

/** What happens to the cash. What the agent should hold is not shown before the sheet is booked. */
export function CountNote({ sheet }: { sheet: Sheet }) {
  const cash = useCash(sheet)
  const count = countOf(cash)
  return (
    <Box sx={{ fontSize: 13, color: count === undefined ? 'error.main' : 'text.secondary' }} role="status">
      {count === undefined
        ? (amountFault(cash.text) ?? 'The count is not an amount, such as 74,450.00.')
        : count === 0
          ? 'Without a count the cash stays with the agent.'
          : `${formatNaira(count)} counted: handed in with the sheet.`}
    </Box>
  )
}
