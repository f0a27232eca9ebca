import type { useGridApiRef } from '@mui/x-data-grid'
import { useEffect, useRef } from 'react'
import type { Left } from '../tableSource'
import { rowKey } from './rowKeys'

/** Back in a list, the table is scrolled as it was, and the row that was left has the focus. */
export function useReturn(
  api: ReturnType<typeof useGridApiRef>,
  { left, remember }: Left,
  { rows, field }: { rows: readonly { id?: number }[]; field: string },
) {
  const latest = useRef(remember)
  latest.current = remember
  const wanted = useRef(left)
  useEffect(() => {
    const grid = api.current
    if (!grid || !wanted.current || rows.length === 0) return
    const { top = 0, left: across = 0, row } = wanted.current
    wanted.current = undefined
    grid.scroll({ top, left: across })
    if (row !== undefined && rows.some((one) => rowKey(one) === row)) grid.setCellFocus(row, field)
  }, [api, rows, field])
  useEffect(() => {
    const grid = api.current
    const stops = [
      grid?.subscribeEvent('scrollPositionChange', ({ top, left: across }) =>
        latest.current?.({ top, left: across }),
      ),
      grid?.subscribeEvent('cellFocusIn', ({ id }) => latest.current?.({ row: id })),
      grid?.subscribeEvent('rowClick', ({ id }) => latest.current?.({ row: id })),
    ]
    return () => {
      for (const stop of stops) stop?.()
    }
  }, [api])
}
