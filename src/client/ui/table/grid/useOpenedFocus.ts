import type { GridRowId, useGridApiRef } from '@mui/x-data-grid'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the row that is open beside the table in sight, with the focus if the table has it; closed, its row has the focus again.
 * `field` is the column that says who the row is about.
 */
export function useOpenedFocus(
  api: ReturnType<typeof useGridApiRef>,
  table: RefObject<HTMLElement | null>,
  { opened, field }: { opened: GridRowId | undefined; field: string },
) {
  const before = useRef(opened)
  useEffect(() => {
    const closed = before.current
    before.current = opened
    const id = opened ?? closed
    if (!api.current || id === undefined || opened === closed) return
    // A row of another page is gone.
    if (!api.current.getRow(id)) return
    const hasFocus = table.current?.contains(document.activeElement) ?? false
    api.current.scrollToIndexes({ rowIndex: api.current.getRowIndexRelativeToVisibleRows(id) })
    if (!hasFocus && opened !== undefined) return
    api.current.setCellFocus(id, field)
    // A press on the link in the cell gave it the focus.
    api.current.getCellElement(id, field)?.focus()
  }, [api, table, opened, field])
}
