import { memo, type ReactNode, useId, useState } from 'react'
import type { Column } from '#contract/call'
import { firstOf, secondLine, subjectIn, subjectText, textIn, textWithoutHeading } from '../grid/columnLayout'
import { rowKey } from '../grid/rowKeys'
import { RowActionsOf } from '../rowTools'
import { useReturn } from './useReturn'
import { useSelectRows } from './useSelectRows'
import { RowFacts } from '../RowFacts'
import { StatusChip } from '../../text/StatusChip'
import { isNumeric, type Left, type RowsView } from '../tableSource'
import { useRowsInSteps } from './useRowsInSteps'
import './rowCards.css'

type Props<R extends { id?: number }> = Omit<RowsView<R>, 'sorting'> & {
  /** For rows with whole sentences: the cards show everything. */
  whole: boolean
  place: Left
}

/** A list on a phone: three lines that say who, how much and in which state. A card opens the rest, with the actions. */
export function RowCards<R extends { id?: number }>(props: Props<R>) {
  const { rows, page, columns, selection, whole, place } = props
  useReturn(place)
  const select = useSelectRows(selection, rows)
  const { shown, isWhole } = useRowsInSteps(rows, page)
  return (
    <ul className="row-cards" aria-busy={isWhole ? undefined : true}>
      {shown.map((row) => (
        <Card
          key={rowKey(row)}
          row={row}
          columns={columns as readonly Column<never>[]}
          isOpen={whole}
          isSelected={row.id !== undefined && select?.isChosen(row.id)}
          select={select?.choose}
        />
      ))}
    </ul>
  )
}

type CardProps = {
  row: object
  columns: readonly Column<never>[]
  isOpen: boolean
  isSelected: boolean | undefined
  select: ((row: object, withRange: boolean) => void) | undefined
}

/** Memoized, because a page has a hundred cards. */
const Card = memo(function Card({ row, columns, isOpen: whole, isSelected, select }: CardProps) {
  const [isOpened, setOpened] = useState(whole)
  const id = useId()
  const lines = linesOf(columns)
  const title = lines.subject ? subjectText(row, lines.subject) : ''
  return (
    <li className="row-card">
      {select && (
        <label className="row-card-check">
          <input
            type="checkbox"
            aria-label={`Select ${title}`}
            checked={isSelected ?? false}
            readOnly
            onClick={(event) => select(row, event.shiftKey)}
          />
        </label>
      )}
      {whole ? (
        <div className="row-card-lines">
          <strong className="row-card-head">{title}</strong>
        </div>
      ) : (
        <button
          type="button"
          className="row-card-lines opener-icon"
          aria-expanded={isOpened}
          aria-controls={isOpened ? id : undefined}
          onClick={() => setOpened(!isOpened)}
        >
          <Line left={<strong className="row-card-head">{title}</strong>}>
            {lines.amount && <Value row={row} column={lines.amount} isMain />}
          </Line>
          <Line left={secondLine(row, lines.secondary)}>
            {textOf(row, lines.second) && lines.second && <Labelled row={row} column={lines.second} />}
          </Line>
          <Line
            left={
              lines.status && (
                <StatusChip status={textIn(row, lines.status)} ofRepayment={lines.status.ofRepayment} />
              )
            }
          >
            {lines.day && textWithoutHeading(row, lines.day) && <Value row={row} column={lines.day} />}
          </Line>
        </button>
      )}
      {isOpened && (
        <div className="row-card-opened" id={id}>
          <RowFacts row={row} columns={columns.filter((one) => one !== lines.subject)} />
          <RowActionsOf row={row} place={whole ? 'table' : 'facts'} />
        </div>
      )}
    </li>
  )
})

/** A text on the left, and one on the right that may be missing. */
const Line = ({ left, children }: { left: ReactNode; children: ReactNode }) =>
  (left || children) && (
    <span className="row-card-line">
      <span>{left}</span>
      {children && <span>{children}</span>}
    </span>
  )

/** What the three lines show: left and right of each. */
function linesOf(columns: readonly Column<never>[]) {
  const subject = subjectIn(columns)
  const others = columns.filter((one) => one !== subject)
  const numbers = others.filter(({ kind }) => isNumeric(kind))
  const amount = firstOf(others, 'money')
  const secondary = others.filter(({ field, kind }) => field.endsWith('reference') || kind === 'phone')
  const texts = others.filter(({ kind }) => kind === 'text')
  const second = numbers.find((one) => one !== amount && !one.isMinor)
  return {
    subject,
    amount,
    second,
    // Beside an amount there is space for one: of a phone number, a part is no number.
    secondary: (secondary.length > 0 ? secondary : texts).slice(0, second ? 1 : 2),
    status: firstOf(others, 'status'),
    day: others.find(({ kind }) => kind === 'datetime' || kind === 'date'),
  }
}

const textOf = (row: object, column: Column<never> | undefined) => (column ? textIn(row, column) : '')

type ValueProps = { row: object; column: Column<never>; isMain?: boolean }

/** What anybody takes an amount or a day without a label for. */
const plainHeaders = /^(amount|total)$|created|date$/i

/** With its label, unless it says no more than what the value is. */
const Value = ({ row, column, isMain }: ValueProps) =>
  plainHeaders.test(column.header) ? (
    isMain ? (
      <strong>{textIn(row, column)}</strong>
    ) : (
      textIn(row, column)
    )
  ) : (
    <Labelled row={row} column={column} isMain={isMain ?? false} />
  )

/** Without space for both, the label is cut, never the value. */
const Labelled = ({ row, column, isMain = false }: ValueProps) => {
  const Text = isMain ? 'strong' : 'span'
  return (
    <span className="row-card-labelled">
      <span>{column.header}</span> <Text>{textIn(row, column)}</Text>
    </span>
  )
}
