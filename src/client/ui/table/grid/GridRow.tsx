import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  useContext,
  useId,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Column } from '#contract/call'
import { createRowOpener, RowOpener, type RowOpening } from './rowActionContexts'
import { type Padding, textIn, subjectIn } from './columnLayout'
import { ActionsOfRow, RowActionsOf } from '../rowActionsOf'
import { RowFacts } from '../RowFacts'
import { StatusChip } from '../../text/StatusChip'
import { isNumeric } from '../tableSource'

export type RowLayout = {
  columns: readonly Column<never>[]
  /** Shown in the first column, below its text. */
  secondary: readonly Column<never>[]
  /** The widest that a column may be, in px; of the others each text is shown in full. */
  limits: ReadonlyMap<string, number>
  /** The width of each column's texts, by field. */
  widths: ReadonlyMap<string, number>
  padding: Padding
  /** Shown in the opened row. */
  rest: readonly Column<never>[]
  /** Rows have an icon that opens them. */
  opens: boolean
  hasActions: boolean
  hasChecks: boolean
  /** How many actions are shown as buttons. */
  maxActions: number
  narrow: boolean
}

type Props = {
  name: string
  row: object
  layout: RowLayout
  isFirst: boolean
  isOpened: boolean
  toggle: (name: string) => void
  isSelected: boolean | undefined
  select: ((row: object, withRange: boolean) => void) | undefined
}

/** A row, and its opened part. Memoized: a page has a hundred. */
export const GridRow = memo(function GridRow(props: Props) {
  const { name, row, layout, isFirst, isOpened, toggle, isSelected, select } = props
  const { columns, narrow } = layout
  const detailsId = useId()
  const [opener] = useState(createRowOpener)
  const open = ({ ctrlKey, metaKey }: { ctrlKey: boolean; metaKey: boolean }) => {
    if (narrow || !opener.open(ctrlKey || metaKey)) toggle(name)
  }
  const subject = subjectIn(columns)
  const title = subject ? textIn(row, subject) : ''
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!isOnControl(event) && !hasSelectedText(event.currentTarget)) open(event)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') open(event)
    else if (event.key === ' ' && select) select(row, event.shiftKey)
    else return
    event.preventDefault()
  }
  return (
    <RowOpener.Provider value={opener}>
      <tr
        className="grid-row"
        tabIndex={isFirst ? 0 : -1}
        aria-selected={select ? isSelected : undefined}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {select && (
          <td className="check">
            <label>
              <input
                type="checkbox"
                aria-label={`Select ${title}`}
                checked={isSelected ?? false}
                readOnly
                onClick={(event) => select(row, event.shiftKey)}
              />
            </label>
          </td>
        )}
        {columns.map((column, at) => (
          <Cell
            key={column.field}
            row={row}
            column={column}
            layout={layout}
            opener={column === subject ? opener : undefined}
            isFirst={at === 0}
          />
        ))}
        {narrow
          ? layout.opens && (
              <td className="opener">
                <button
                  type="button"
                  aria-label={`Details of ${title}`}
                  aria-expanded={isOpened}
                  aria-controls={isOpened ? detailsId : undefined}
                  onClick={() => toggle(name)}
                />
              </td>
            )
          : layout.hasActions && (
              <td data-field="actions" className="actions">
                <ActionsOfRow row={row} />
              </td>
            )}
      </tr>
      {isOpened && (
        <tr className="row-details" id={detailsId}>
          <td colSpan={columns.length + 2}>
            <RowFacts row={row} columns={layout.rest} />
            {narrow && <OpenedActions row={row} />}
          </td>
        </tr>
      )}
    </RowOpener.Provider>
  )
})

function OpenedActions({ row }: { row: object }) {
  return useContext(RowActionsOf) && <ActionsOfRow row={row} />
}

type CellProps = {
  row: object
  column: Column<never>
  layout: RowLayout
  /** In the cell that says who the row is about. */
  opener: RowOpening | undefined
  isFirst: boolean
}

function Cell({ row, column, layout: { secondary, limits, narrow }, opener, isFirst }: CellProps) {
  const { field, kind } = column
  const text = textIn(row, column)
  const limit = limits.get(field)
  const isZero = kind === 'money' && text === '₦0.00'
  const names = [isNumeric(kind) && 'number', opener && 'subject', isZero && 'zero', limit && 'cut']
  return (
    <td
      data-field={field}
      className={names.filter(Boolean).join(' ') || undefined}
      style={limit ? { maxWidth: limit } : undefined}
      title={limit ? text : undefined}
    >
      {kind === 'status' ? (
        <StatusChip status={text} ofRepayment={column.ofRepayment} />
      ) : opener && !narrow ? (
        <SubjectLink text={text} opener={opener} />
      ) : (
        text
      )}
      {isFirst && secondary.length > 0 && (
        <div className="secondary">{secondary.map((one) => textIn(row, one)).join(' · ')}</div>
      )}
    </td>
  )
}

/** A link to what the row opens, for a new tab or to copy; for the keyboard the row itself is the stop. In a narrow table a press opens the row's details. */
function SubjectLink({ text, opener }: { text: string; opener: RowOpening }) {
  const href = useSyncExternalStore(opener.href.subscribe, opener.href.get)
  if (!href) return text
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    opener.open(false)
  }
  return (
    <a className="subject-link" href={href} tabIndex={-1} onClick={onClick}>
      {text}
    </a>
  )
}

/** A press on a control, or in a menu that belongs to the row but lies elsewhere, is not a press on the row. */
const isOnControl = ({ target, currentTarget }: MouseEvent<HTMLElement>) =>
  !(target instanceof Element) ||
  !currentTarget.contains(target) ||
  target.closest('a, button, input, label, select') !== null

/** Selecting a text of the row, to copy it, does not open it. */
function hasSelectedText(row: HTMLElement): boolean {
  const selection = getSelection()
  return selection?.type === 'Range' && selection.containsNode(row, true)
}
