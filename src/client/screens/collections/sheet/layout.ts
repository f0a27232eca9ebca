/** From here on totals and count stand beside the lines, and not at the foot. */
export const wideScreen = '(min-width: 1200px)'

/** What is chosen above the lines. */
export const sheetTools = { display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }
