import type { Density } from '../tableSettings'

/** Width of the checkbox column in px, as in the grid. */
export const checkboxWidth = 50
/** Row heights in px. */
export const rowHeights: Record<Density, number> = { comfortable: 48, compact: 40 }
