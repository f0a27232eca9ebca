import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Parts of a workbook beside its first sheet; a part may be given as pieces, so that it need not be in memory. */
export type Workbook = {
  /** Rows of cells as elements without their references; see `row`. */
  rows?: readonly string[]
  /** In place of `rows`. */
  sheet?: Iterable<string>
  beforeRows?: string
  afterRows?: string
  /** Codes of number formats; cell style 1 is the first of them. */
  formats?: readonly string[]
  texts?: Iterable<string>
  workbookPr?: string
  calcPr?: string
  sheets?: readonly { name: string; state?: string }[]
  others?: Record<string, string>
}

const spreadsheet = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relationships = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A cell that somebody wrote. */
export const text = (value: string) =>
  `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
/** A number in the style of a format. */
export const number = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`
export const row = (cells: readonly string[], attributes = '') => `<row ${attributes}>${cells.join('')}</row>`

/** Writes an .xlsx file. */
export async function writeWorkbook(file: string, book: Workbook) {
  const { rows = [], beforeRows = '', afterRows = '', formats = [], sheets = [{ name: 'Sheet1' }] } = book
  const zip = new ZipFile()
  const add = (name: string, content: string) => zip.addBuffer(Buffer.from(content), name)
  add(
    'xl/workbook.xml',
    `<workbook ${spreadsheet} ${relationships}>${book.workbookPr ?? ''}<sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets>${book.calcPr ?? ''}</workbook>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships>${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
  )
  add(
    'xl/styles.xml',
    `<styleSheet ${spreadsheet}><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`).join('')}</numFmts>
      <cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs></styleSheet>`,
  )
  const whole = book.sheet ?? [
    `<worksheet ${spreadsheet}>${beforeRows}<sheetData>${rows.join('')}</sheetData>${afterRows}</worksheet>`,
  ]
  zip.addReadStream(Readable.from(whole), 'xl/worksheets/sheet1.xml')
  for (let at = 1; at < sheets.length; at++)
    add(`xl/worksheets/sheet${at + 1}.xml`, `<worksheet ${spreadsheet}/>`)
  if (book.texts) zip.addReadStream(Readable.from(book.texts), 'xl/sharedStrings.xml')
  for (const [name, content] of Object.entries(book.others ?? {})) add(name, content)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(file))
}
