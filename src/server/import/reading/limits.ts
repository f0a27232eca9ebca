/** What a file may have at most. It was sent by somebody, and is read beside the business. */
export const tableLimits = {
  /** Of a worksheet in all spreadsheets. */
  sheetRows: 1_048_576,
  /** Lines of a CSV, empty ones too. */
  lines: 5_000_000,
  /** A later column is read as one cell too many. */
  columns: 1_000,
  /** Characters of a cell, as in all spreadsheets, and of a row. */
  cell: 32_767,
  row: 100_000,
  /** Texts of a workbook, which its cells name by number and which stay in memory; and their characters. */
  texts: 5_000_000,
  textCharacters: 100_000_000,
  /** Of a workbook: its parts, styles and merged cells; elements of a part, one in another; characters between two of them. */
  parts: 10_000,
  styles: 100_000,
  merged: 10_000,
  elements: 60_000_000,
  depth: 64,
  characters: 500_000,
  /** What a workbook unpacks to, and how many times its packed bytes, beyond what is small. */
  unpackedBytes: 1_000_000_000,
  ratio: 200,
  smallBytes: 10_000_000,
  /** Of the process that reads, and how long the server waits for it in all. */
  memoryMB: 512,
  seconds: 300,
} as const
export type TableLimits = { [name in keyof typeof tableLimits]: number }
