/** A row of a file, with the number of the line, or of the sheet's row, at which it ends. */
export type TableRow = { line: number; cells: readonly string[] }

/** Why a file can't be read, in a sentence for the person who sent it. */
export class TableFault extends Error {}
