import type { Density } from './tableSettings'

/** Of the column of checkboxes, in px: the grid's own. */
export const checkboxWidth = 50
/** Heights of a row in px. */
export const rowHeights: Record<Density, number> = { comfortable: 48, compact: 40 }
