import { parse } from 'csv-parse/sync'

/**
 * The cells of a CSV file, line by line, read by an independent parser; it throws at a stray quote. Lines may differ in
 * length. The caller checks and removes the byte-order mark.
 */
export const csvCells = (text: string): string[][] =>
  parse(text, { record_delimiter: '\r\n', relax_column_count: true })
