import {
  gridColumnPositionsSelector,
  gridDimensionsSelector,
  gridVisibleColumnDefinitionsSelector,
  type useGridApiRef,
} from '@mui/x-data-grid'
import { useEffect, useState } from 'react'
import { actionsField } from './gridColumns'

/**
 * The columns of which a part is out of sight, while a table is scrolled sideways: below those that stay, or beyond the edge. Of an
 * amount, a part is another amount, so these columns show nothing.
 */
export function useCutColumns(
  api: ReturnType<typeof useGridApiRef>,
  staying: { left: number; right: number },
) {
  const [cut, setCut] = useState('')
  const { left, right } = staying
  useEffect(() => {
    const measure = () => {
      const grid = api.current
      if (!grid) return
      const { viewportInnerSize } = gridDimensionsSelector(api)
      const positions = gridColumnPositionsSelector(api)
      const from = grid.getScrollPosition().left + left
      const to = grid.getScrollPosition().left + viewportInnerSize.width - right
      const isCut = (start: number, end: number) => (start < from && end > from) || (start < to && end > to)
      const fields = gridVisibleColumnDefinitionsSelector(api).flatMap(({ field, computedWidth }, at) => {
        const start = positions[at] ?? 0
        return field !== actionsField && start >= left && isCut(start + 1, start + computedWidth - 1)
          ? [field]
          : []
      })
      setCut(fields.join(' '))
    }
    const stops = (['scrollPositionChange', 'columnsChange', 'viewportInnerSizeChange'] as const).map(
      (event) => api.current?.subscribeEvent(event, measure),
    )
    measure()
    return () => {
      for (const stop of stops) stop?.()
    }
  }, [api, left, right])
  return cut === '' ? [] : cut.split(' ')
}
