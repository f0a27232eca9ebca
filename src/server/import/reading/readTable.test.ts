import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { row, text, type Workbook, writeWorkbook } from '../../../../tests/workbooks'
import { tableLimits, type TableLimits } from './limits'
import { openRows } from './readRows'
import { openTable } from './readTable'
import { TableFault } from './tableRow'

let folder = ''
let file = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'alajo-table-'))
  file = path.join(folder, 'table')
})
afterAll(() => rm(folder, { recursive: true }))

/** Reads a file of wallets in a process of its own, to its end. */
async function readApart(limits: Partial<TableLimits> = {}) {
  const { rows, close, ...opened } = await openTable(file, {
    noun: 'wallets',
    limits: { ...tableLimits, ...limits },
  })
  const all = []
  for await (const part of rows) all.push(...part)
  close()
  return { ...opened, all }
}
/** The same in this process, which is faster. */
async function read(limits: Partial<TableLimits> = {}) {
  const { rows, close } = await openRows(file, { noun: 'wallets', limits: { ...tableLimits, ...limits } })
  const all = []
  for await (const one of rows()) all.push(one)
  close()
  return { all }
}
const refusal = (
  limits?: Partial<TableLimits>,
  reading: (limits?: Partial<TableLimits>) => Promise<{ all: unknown[] }> = read,
) =>
  reading(limits).then(
    ({ all }) => `read, ${all.length} rows`,
    (error: unknown) => (error instanceof TableFault ? error.message : `not a fault: ${String(error)}`),
  )

const heading = row([text('Wallet'), text('Balance')])
const main = row([text('Main'), '<c><v>5</v></c>'])
const spreadsheet = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
/** A worksheet of a heading, a row and so many pieces. */
function* sheetOf(pieces: number, piece: (at: number) => string) {
  yield spreadsheet + heading + main
  for (let at = 0; at < pieces; at++) yield piece(at)
  yield '</sheetData></worksheet>'
}
const times = (piece: string, count = 10_000) => piece.repeat(count)

describe('a table that is sent', () => {
  it('is read in parts, in a process of its own', async () => {
    const lines = Array.from({ length: 1_000 }, (_, at) => `Main,${at}`)
    await writeFile(file, ['Wallet,Balance', ...lines].join('\n'))
    const { all, ...opened } = await readApart()
    expect(opened).toMatchObject({ readAs: 'CSV in UTF-8, separated by commas.', isMended: false })
    expect(all).toHaveLength(1_000)
    expect(all.at(-1)).toEqual({ line: 1_001, row: { wallet: 'MBW', balance: 99_900 }, faults: [] })
  })

  const larger = 'The workbook unpacks to more than any table has. Save it as CSV, or split it.'
  const longer = 'The workbook has a text that is longer than any cell.'
  const elements = 'The workbook has more elements than any table.'
  const books: [what: string, book: Workbook, is: string | RegExp, limits?: Partial<TableLimits>][] = [
    [
      'millions of empty texts',
      {
        rows: [heading, main],
        texts: ['<sst>', ...Array.from({ length: 600 }, () => times('<si/>')), '</sst>'],
      },
      larger,
    ],
    [
      'more texts than stay in memory',
      { rows: [heading, main], texts: ['<sst>', times('<si><t>a</t></si>'), '</sst>'] },
      /too many texts/,
      { texts: 9_999 },
    ],
    [
      'more characters than stay in memory',
      { rows: [heading, main], texts: ['<sst>', times('<si><t>a</t></si>'), '</sst>'] },
      /too many texts/,
      { textCharacters: 9_999 },
    ],
    [
      'one text of millions of characters',
      {
        rows: [heading, main],
        texts: ['<sst><si><t>', ...Array.from({ length: 100 }, () => times('a')), '</t></si></sst>'],
      },
      longer,
    ],
    [
      'one text in many runs',
      { rows: [heading, main], texts: ['<sst><si>', times('<r><t>aaaaaaaaaa</t></r>'), '</si></sst>'] },
      /A text has more than 32767 characters/,
    ],
    ['one cell of millions of characters', { sheet: sheetOf(100, () => times('a')) }, longer],
    [
      'a cell longer than those of spreadsheets',
      { rows: [heading, row([text('a'.repeat(32_768))])] },
      /A cell of row 2 has more than 32767 characters/,
    ],
    [
      'a row longer than any',
      { rows: [heading, row(Array.from({ length: 4 }, () => text('a'.repeat(30_000))))] },
      /Row 2 has more than 100000 characters/,
    ],
    ['elements in elements', { sheet: sheetOf(1, () => times('<a>')) }, elements],
    [
      'more elements than any table',
      { sheet: sheetOf(1, () => times('<a/>')) },
      elements,
      { elements: 10_000 },
    ],
    [
      'one element with endless attributes',
      {
        sheet: sheetOf(1, () => `<a ${Array.from({ length: 60_000 }, (_, at) => `b${at}="1"`).join(' ')}/>`),
      },
      longer,
    ],
    [
      'more rows than those of spreadsheets',
      { rows: [heading, main, '<row r="1048577"/>'] },
      /more than 1048576 rows/,
    ],
    [
      'more empty rows',
      { sheet: sheetOf(1, () => times('<row/>')) },
      /more than 9999 rows/,
      { sheetRows: 9_999 },
    ],
    ['rows that go back', { rows: [heading, main, '<row r="1"/>'] }, /not in order, after row 2/],
    [
      'cells that go back',
      { rows: [heading, '<row><c r="B2"/><c r="A2"/></row>'] },
      /The cells of row 2 are not in order/,
    ],
    [
      'a cell of another row',
      { rows: [heading, '<row><c r="A9"><v>1</v></c></row>'] },
      /no workbook that can be read/,
    ],
    [
      'a cell beyond the last column',
      { rows: [heading, '<row><c r="XFE2"><v>1</v></c></row>'] },
      /no workbook that can be read/,
    ],
    [
      'entities',
      {
        sheet: [
          `<!DOCTYPE a [<!ENTITY b "aaaa"><!ENTITY c "&b;&b;">]>${spreadsheet}${heading}${row([text('x')]).replace('x', '&c;')}</sheetData></worksheet>`,
        ],
      },
      /no workbook that can be read/,
    ],
    ['what is not closed', { sheet: [spreadsheet, heading, main] }, /no workbook that can be read/],
    [
      'more parts than any',
      {
        rows: [heading, main],
        others: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`part${at}`, ''])),
      },
      /more than 100 parts/,
      { parts: 100 },
    ],
    [
      'a part twice',
      { rows: [heading, main], others: { 'xl/styles.xml': '<styleSheet/>' } },
      /no workbook that can be read/,
    ],
    [
      'more merged cells than any',
      {
        rows: [heading, main],
        afterRows: `<mergeCells>${times('<mergeCell ref="A1:B2"/>', 101)}</mergeCells>`,
      },
      /more than 100 merged cells/,
      { merged: 100 },
    ],
    [
      'more styles than any',
      { rows: [heading, main], formats: Array.from({ length: 101 }, (_, at) => `0.${at}`) },
      /more styles than any table/,
      { styles: 100 },
    ],
    [
      'no sheet that is shown',
      { rows: [heading, main], sheets: [{ name: 'a', state: 'hidden' }] },
      /no workbook that can be read/,
    ],
  ]
  it.each(books)('as a workbook with %s is refused in a sentence', async (_what, book, is, limits) => {
    await writeWorkbook(file, book)
    expect(await refusal(limits)).toMatch(is)
  })

  it('as a workbook with a cell in the last place of all is refused there alone', async () => {
    await writeWorkbook(file, {
      rows: [heading, main, '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'],
    })
    expect((await read()).all).toMatchObject([
      { line: 2, faults: [] },
      {
        line: 1_048_576,
        faults: [{ reason: 'The row has more cells than the heading, which has 2.' }, {}, {}],
      },
    ])
  })

  const lines = (content: string) => `Wallet,Balance\n${content}`
  const tables: [what: string, content: string, is: RegExp, limits?: Partial<TableLimits>][] = [
    ['one line without an end', times('a', 1_000_000), /comes a line that is longer than any row/],
    ['a line of endless separators', lines(times(',', 1_000_000)), /After line 1 comes a line/],
    ['a quote that is not closed', lines(`"${times('a\n', 100_000)}`), /a quote before it may not be closed/],
    ['more lines than any', lines(times('\n', 10_000)), /more than 9999 lines/, { lines: 9_999 }],
    ['no row', lines(times(',\n')), /read, 0 rows/],
  ]
  it.each(tables)('as a CSV with %s is refused in a sentence', async (_what, content, is, limits) => {
    await writeFile(file, content)
    expect(await refusal(limits)).toMatch(is)
  })

  it('that needs more memory than foreseen ends its own process alone', async () => {
    const textsOf = (part: number) =>
      Array.from({ length: 5_000 }, (_, at) => `<si><t>${part * 5_000 + at} on a market road</t></si>`).join(
        '',
      )
    const texts = ['<sst>', ...Array.from({ length: 200 }, (_, part) => textsOf(part)), '</sst>']
    await writeWorkbook(file, { rows: [heading, main], texts })
    expect(await refusal({ memoryMB: 24 }, readApart)).toMatch(/more memory than a table needs/)
  })

  it('is given up when its reading takes too long', async () => {
    await writeFile(file, lines(times('Main,5\n', 1_000)))
    expect(await refusal({ seconds: 0.001 }, readApart)).toBe(
      'Reading it takes more than 0.001 seconds. Save it as CSV, or split it.',
    )
  })
})
