import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { Column } from '#contract/call'
import { nextSort, type Sorting } from '#domain/lists/sorting'
import { HeadNote, NotedWords } from '../notes/HeadNote'
import { MaxRowButtons } from './rowActionContexts'
import {
  type Cells,
  cellsIn,
  columnLimits,
  limitsOfScrolling,
  narrowColumns,
  type Padding,
  textWidths,
} from './columnLayout'
import { GridRow, type RowLayout } from './GridRow'
import { measureIn } from './measureText'
import { moveFocus, rowKey, useSelectRows } from './rowKeys'
import { WithRowActions } from '../rowActionsOf'
import type { Density } from '../tableSettings'
import { NotesOf } from '../notes/notesOf'
import { isNumeric, type RowsView } from '../tableSource'
import { useRowsInSteps } from '../useRowsInSteps'
import { useWidth } from './useWidth'
import '../../text/visuallyHidden.css'
import './rowGrid.css'

/** Width of the actions column with 0 to 3 buttons beside the menu; wider for long names. */
const actionsWidths = { short: [56, 132, 214, 296], long: [56, 196, 326, 450] } as const
/** What else takes up width: the column of checkboxes, and that of the icons that open a row. */
const checkboxWidth = 44
const openerWidth = 52
/** A table that scrolls sideways is wide enough for a link from this width on. */
const widthForLinks = 1200
const fontSizes: Record<Density, number> = { compact: 13, comfortable: 14.5 }

type Props<R extends { id?: number }> = RowsView<R> & {
  /** All columns of the list; an opened row shows those that do not fit into the table. */
  all: readonly Column<R>[]
  density: Density
  /** On a tablet: as many columns as fit, the others in the opened row. Otherwise the table scrolls sideways. */
  narrow: boolean
}

/** The rows of a list in a table. The browser gives each column the width of its texts. */
export function RowGrid<R extends { id?: number }>(props: Props<R>) {
  const { rows, rowActions, page } = props
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts at its top
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [page])
  const layout = useLayout(props, width)
  const { shown, isWhole } = useRowsInSteps(rows, page)
  const select = useSelectRows(props.selection, rows)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = useMemo(
    () => (key: string) =>
      setOpened((before) => {
        const next = new Set(before)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    [],
  )
  return (
    <div ref={scroller} className={`grid-scroll ${props.narrow ? 'narrow' : ''} ${props.density}`}>
      {width > 0 && (
        <WithRowActions actions={rowActions}>
          <MaxRowButtons.Provider value={layout.maxActions}>
            <table
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows can be opened and selected
              role="grid"
              className={`row-grid ${layout.padding}`}
              aria-rowcount={rows.length + 1}
              aria-busy={isWhole ? undefined : true}
              aria-multiselectable={props.selection ? true : undefined}
              onKeyDown={moveFocus}
            >
              <Head layout={layout} sorting={props.sorting} select={select} areWidthsGiven={!isWhole} />
              <tbody>
                {shown.map((row, at) => {
                  const key = rowKey(row)
                  return (
                    <GridRow
                      key={key}
                      name={key}
                      row={row}
                      layout={layout}
                      isFirst={at === 0}
                      isOpened={opened.has(key)}
                      toggle={toggle}
                      isSelected={row.id !== undefined && select?.isChosen(row.id)}
                      select={select?.choose}
                    />
                  )
                })}
              </tbody>
            </table>
          </MaxRowButtons.Provider>
        </WithRowActions>
      )}
    </div>
  )
}

/** Which columns the table shows, how wide at most, and how many actions of a row. */
function useLayout<R extends { id?: number }>(
  { rows, columns, all, density, narrow, rowActions, actions, selection }: Props<R>,
  width: number,
): RowLayout {
  const hasActions = rowActions !== undefined
  const hasChecks = selection !== undefined
  return useMemo(() => {
    const plain = columns as readonly Column<never>[]
    const measure = measureIn(fontSizes[density])
    const measured = (padding: Padding) => {
      const measuring = { columns: plain, rows, measure, padding }
      return { padding, widths: textWidths(measuring), cells: cellsIn(measuring) }
    }
    const loose = measured('loose')
    const checks = hasChecks ? checkboxWidth : 0
    const fitting = narrow && narrowColumns(plain, loose.widths, width - checks - openerWidth)
    if (fitting)
      return {
        columns: [fitting.subject, ...fitting.shown],
        secondary: fitting.secondary,
        limits: new Map(),
        widths: loose.widths,
        padding: 'loose',
        // A row can be opened even if all columns fit: its actions are in it.
        rest: fitting.rest,
        opens: hasActions || fitting.rest.length > 0,
        hasActions,
        hasChecks,
        maxActions: everyAction,
        narrow: true,
      } as RowLayout
    const buttons = hasActions ? actionsWidths[actions === 'long' ? 'long' : 'short'] : [0]
    const areLinks = actions === 'links'
    const tight = measured('tight')
    const { maxActions, limits, padding, widths } = wideLayout(plain, [loose, tight], width - checks, {
      buttons,
      areLinks,
    }) ?? {
      maxActions: areLinks && width < widthForLinks ? 0 : 1,
      limits: limitsOfScrolling(plain, tight.widths),
      padding: 'tight',
      widths: tight.widths,
    }
    return {
      columns: plain,
      secondary: [],
      limits,
      widths,
      padding,
      rest: all.filter(({ field }) => limits.has(field) || !columns.some((one) => one.field === field)),
      opens: false,
      hasActions,
      hasChecks,
      maxActions,
      narrow: false,
    } as RowLayout
  }, [rows, columns, all, density, narrow, hasActions, actions, hasChecks, width])
}

/** In an opened row. */
const everyAction = 20

type Measured = { padding: Padding; widths: ReadonlyMap<string, number>; cells: Cells }

/**
 * As many actions in sight as fit beside the whole texts, with less padding if need be; else one of them beside cut texts,
 * unless they are links only; else only the menu. Undefined if the table has to scroll.
 */
function wideLayout(
  columns: readonly Column<never>[],
  ways: readonly Measured[],
  space: number,
  { buttons, areLinks }: { buttons: readonly number[]; areLinks: boolean },
):
  | { maxActions: number; limits: Map<string, number>; padding: Padding; widths: Measured['widths'] }
  | undefined {
  const options = ways.toReversed().flatMap(({ widths, cells, padding }) =>
    buttons.flatMap((taken, maxActions) => {
      const limits = columnLimits(columns, widths, space - taken, cells)
      return limits ? [{ maxActions, limits, padding, widths }] : []
    }),
  )
  const isWhole = ({ limits }: { limits: Map<string, number> }) => limits.size === 0
  return (
    options.findLast((one) => isWhole(one) && (one.maxActions > 0 || areLinks)) ??
    (areLinks ? undefined : options.find(({ maxActions }) => maxActions === 1)) ??
    options.findLast(isWhole) ??
    options.find(({ maxActions }) => maxActions === 0)
  )
}

type HeadProps = {
  layout: RowLayout
  sorting: Sorting | undefined
  select: ReturnType<typeof useSelectRows>
  /** While rows are missing, the columns get the widths that all rows will give them. */
  areWidthsGiven: boolean
}

function Head({ layout, sorting, select, areWidthsGiven }: HeadProps) {
  const notes = useContext(NotesOf)
  const { columns, limits, widths, hasActions, hasChecks, narrow, opens } = layout
  return (
    <thead>
      <tr>
        {hasChecks && (
          <th scope="col" className="check">
            <label>
              <input
                type="checkbox"
                aria-label="Select all rows"
                checked={select?.isEveryChosen ?? false}
                onChange={() => select?.chooseAll()}
              />
            </label>
          </th>
        )}
        {columns.map(({ field, header, kind }) => {
          const order = sorting?.sort?.field === field ? sorting.sort.order : undefined
          const isSortable = sorting?.sortable.includes(field) ?? false
          return (
            <th
              key={field}
              scope="col"
              data-field={field}
              className={isNumeric(kind) ? 'number' : limits.has(field) ? 'cut' : undefined}
              title={limits.has(field) ? header : undefined}
              style={{
                maxWidth: limits.get(field),
                minWidth: areWidthsGiven ? (limits.get(field) ?? widths.get(field)) : undefined,
              }}
              aria-sort={isSortable ? (order ? ariaSort[order] : 'none') : undefined}
            >
              {isSortable ? (
                <HeadNote note={notes?.[field]}>
                  {(noteId) => (
                    <button
                      type="button"
                      className="sort"
                      aria-describedby={noteId}
                      onClick={() => sorting?.change(nextSort({ field, kind }, sorting))}
                    >
                      <span className={noteId && 'head-words'}>{header}</span>
                      <span aria-hidden className={`sort-icon ${order ?? ''}`} />
                    </button>
                  )}
                </HeadNote>
              ) : (
                <NotedWords note={notes?.[field]}>{header}</NotedWords>
              )}
            </th>
          )
        })}
        {narrow
          ? opens && <th scope="col" className="opener" aria-label="Details" />
          : hasActions && (
              <th scope="col" data-field="actions" className="actions">
                <span className={layout.maxActions === 0 ? 'visually-hidden' : undefined}>Actions</span>
              </th>
            )}
      </tr>
    </thead>
  )
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
