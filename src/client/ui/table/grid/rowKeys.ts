/** Tells a row apart while others arrive above it. */
export const rowKey = (row: { id?: number }) => row.id ?? JSON.stringify(row)
