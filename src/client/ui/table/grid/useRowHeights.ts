import useMediaQuery from '@mui/material/useMediaQuery'
import type { Density } from '../tableSettings'

/** Heights of a data grid, in px: with touch, a row and a heading are large enough to press. */
export function useRowHeights(density: Density, hasTwoLines: boolean) {
  const touches = useMediaQuery('(pointer: coarse)', { noSsr: true })
  const compact = density === 'compact'
  return {
    columnHeaderHeight: touches ? 44 : 34,
    rowHeight: hasTwoLines ? 56 : touches ? (compact ? 45 : 52) : compact ? 36 : 44,
  }
}
