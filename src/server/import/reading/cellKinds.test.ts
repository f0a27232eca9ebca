import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportNoun } from '#contract/calls/imports'
import type { DateOrder } from '#domain/import/cells'
import { importFields } from '#domain/import/nouns'
import { row, text, type Workbook, writeWorkbook } from '../../../../tests/workbooks'
import { openRows, type ReadRow } from './readRows'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'alajo-cells-'))
})
afterAll(() => rm(folder, { recursive: true }))
let made = 0
const place = (ending: string) => {
  made += 1
  return path.join(folder, `${made}.${ending}`)
}

async function read(file: string, noun: ImportNoun, dates?: DateOrder) {
  const { rows, close, ...opened } = await openRows(file, { noun, dates })
  const all: ReadRow[] = []
  for await (const one of rows()) all.push(one)
  close()
  return { ...opened, all }
}

/** A row of a noun, as its template has it, with other cells in place of some. */
const examples = (noun: ImportNoun) => importFields[noun].map(({ example }) => example)
const headers = (noun: ImportNoun) => importFields[noun].map(({ header }) => header)
const placeOf = (noun: ImportNoun, column: string) => headers(noun).indexOf(column)

/** What one cell of a workbook is read as, or why it is refused. */
async function inWorkbook(noun: ImportNoun, column: string, cell: string, book: Workbook = {}) {
  const at = placeOf(noun, column)
  const file = place('xlsx')
  const cells = examples(noun).map(text).with(at, cell)
  await writeWorkbook(file, { ...book, rows: [row(headers(noun).map(text)), row(cells)] })
  return outcome(noun, column, (await read(file, noun)).all)
}
const outcome = (noun: ImportNoun, column: string, [only]: ReadRow[]) => {
  const name = importFields[noun][placeOf(noun, column)]?.name ?? ''
  const faults = only?.faults.map(({ reason }) => reason) ?? []
  return faults.length > 0 ? faults.join(' ') : (only?.row[name] ?? null)
}

/** What the cells of one column of a CSV are read as, one after the other. */
async function inCsv(noun: ImportNoun, column: string, cells: readonly string[], dates?: DateOrder) {
  const at = placeOf(noun, column)
  const quoted = (all: readonly string[]) => all.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  const lines = cells.map((cell) => quoted(examples(noun).with(at, cell)))
  const file = place('csv')
  await writeFile(file, [quoted(headers(noun)), ...lines].join('\n'))
  const opened = await read(file, noun, dates)
  return { ...opened, read: opened.all.map((one) => outcome(noun, column, [one])) }
}

const uncalculated = (column: string) =>
  `${column} is a formula without a result: paste its value, or open the file in a spreadsheet and save it.`
const asNumber = (value: number | string, format?: string) => ({
  cell: `<c s="${format === undefined ? 0 : 1}"><v>${value}</v></c>`,
  book: format === undefined ? {} : { formats: [format] },
})
type Kind = [
  kind: string,
  noun: ImportNoun,
  column: string,
  cell: { cell: string; book?: Workbook },
  is: unknown,
]

describe('a cell of a workbook', () => {
  const kinds: Kind[] = [
    // Numbers.
    ['a number', 'customers', 'Wallet Balance', asNumber(1500.5), 150_050],
    ['a sum of binary fractions', 'customers', 'Wallet Balance', asNumber('1000.0999999999999'), 100_010],
    [
      'a number in thousands of a currency',
      'customers',
      'Wallet Balance',
      asNumber(1500, '[$₦-466]#,##0.00'),
      150_000,
    ],
    [
      'an accounting number',
      'customers',
      'Wallet Balance',
      asNumber(1500, '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-'),
      150_000,
    ],
    ['a scientific number', 'customers', 'Wallet Balance', asNumber('1.5E3', '0.00E+00'), 150_000],
    ['a fraction', 'customers', 'Wallet Balance', asNumber(1.5, '# ?/?'), 150],
    ['a number formatted as text', 'customers', 'Customer', asNumber(1001, '@'), '1001'],
    [
      'parts of a kobo',
      'customers',
      'Wallet Balance',
      asNumber(10.005),
      'Wallet Balance has parts of a kobo.',
    ],
    [
      'a percentage as an amount',
      'customers',
      'Wallet Balance',
      asNumber(0.12, '0%'),
      'Wallet Balance is a percentage, 12%.',
    ],
    [
      'a date as an amount',
      'customers',
      'Wallet Balance',
      asNumber(45_716, 'dd/mm/yyyy'),
      'Wallet Balance is a date, 2025-02-28: format the column as a number.',
    ],
    [
      'a time as an amount',
      'customers',
      'Wallet Balance',
      asNumber(0.5, 'h:mm'),
      'Wallet Balance is a time of day or a duration.',
    ],
    [
      'a format that hides',
      'customers',
      'Wallet Balance',
      asNumber(5, ';;;'),
      'Wallet Balance has a number format that does not say what kind it is.',
    ],
    [
      'a style that is not there',
      'customers',
      'Wallet Balance',
      { cell: '<c s="9"><v>5</v></c>' },
      'Wallet Balance has a number format that does not say what kind it is.',
    ],
    [
      'no number',
      'customers',
      'Wallet Balance',
      { cell: '<c><v>ten</v></c>' },
      'Wallet Balance can’t be read: the workbook is damaged.',
    ],
    ['an empty cell', 'customers', 'Wallet Balance', { cell: '<c/>' }, null],
    // Rates.
    ['12 %', 'loanTypes', 'Interest', asNumber(0.12, '0%'), 1200],
    ['12.25 %', 'loanTypes', 'Interest', asNumber(0.1225, '0.00%'), 1225],
    ['0.5 %', 'loanTypes', 'Interest', asNumber(0.005, '0.0%'), 50],
    ['7 %, as a binary fraction', 'loanTypes', 'Interest', asNumber(0.07, '0%'), 700],
    ['12 as a rate', 'loanTypes', 'Interest', asNumber(12), 1200],
    [
      '0.12 as a rate',
      'loanTypes',
      'Interest',
      asNumber(0.12),
      'Interest may be 0.12% or 12%: write it with the sign.',
    ],
    ['1200 %', 'loanTypes', 'Interest', asNumber(12, '0%'), 'Interest is not a percentage, such as 12.5.'],
    // Days.
    ['a date', 'customers', 'Registered', asNumber(45_716, 'dd/mm/yyyy'), '2025-02-28'],
    ['a date with a time', 'customers', 'Registered', asNumber(45_716.75, 'yyyy-mm-dd hh:mm'), '2025-02-28'],
    [
      'a date since 1904',
      'customers',
      'Registered',
      {
        ...asNumber(44_254, 'dd/mm/yyyy'),
        book: { formats: ['dd/mm/yyyy'], workbookPr: '<workbookPr date1904="1"/>' },
      },
      '2025-02-28',
    ],
    [
      'a date as ISO',
      'customers',
      'Registered',
      { cell: '<c t="d"><v>2025-02-28T00:00:00</v></c>' },
      '2025-02-28',
    ],
    ['a date as text', 'customers', 'Registered', { cell: text('28/02/2025') }, '2025-02-28'],
    [
      'a number where a date belongs',
      'customers',
      'Registered',
      asNumber(12_345),
      'Registered is a number, not a date: format the column as a date.',
    ],
    [
      'a number of days as text',
      'customers',
      'Registered',
      { cell: text('45716') },
      'Registered is a number, not a date: format the column as a date.',
    ],
    [
      'a day of 1933',
      'customers',
      'Registered',
      asNumber(12_345, 'dd/mm/yyyy'),
      'Registered is not a date of this time.',
    ],
    [
      'a time where a date belongs',
      'customers',
      'Registered',
      asNumber(0.75, 'h:mm'),
      'Registered is a time of day or a duration.',
    ],
    // Phones and keys.
    ['a phone number without its zero', 'customers', 'Phone Number', asNumber(8_023_456_789), '08023456789'],
    [
      'a phone number with zeros of its format',
      'customers',
      'Phone Number',
      asNumber(8_023_456_789, '0000-000-0000'),
      '08023456789',
    ],
    [
      'nine digits as a phone number',
      'customers',
      'Phone Number',
      asNumber(802_345_678),
      'Phone Number is not a phone number of 11 digits.',
    ],
    ['a key with zeros of its format', 'customers', 'Customer', asNumber(7, '0000'), '0007'],
    [
      'a key with letters of its format',
      'customers',
      'Customer',
      asNumber(7, '"C-"00'),
      'Customer shows more than the number 07 that is stored: format the column as text and enter it again.',
    ],
    [
      'a key that became a date',
      'customers',
      'Customer',
      asNumber(45_716, 'd-mmm'),
      'Customer is a date, 2025-02-28: format the column as text.',
    ],
    [
      'a key of 16 digits',
      'customers',
      'Customer',
      asNumber('1234567890123456'),
      'Customer has more digits than a spreadsheet keeps: format the column as text and enter it again.',
    ],
    ['a number as a name', 'customers', 'First Name', asNumber(5), 'First Name is not a name.'],
    // Formulas.
    ['a formula with its result', 'customers', 'Wallet Balance', { cell: '<c><f>1+1</f><v>2</v></c>' }, 200],
    [
      'a formula of words with its result',
      'customers',
      'First Name',
      { cell: '<c t="str"><f>A1</f><v>Bisi</v></c>' },
      'Bisi',
    ],
    [
      'a formula of words without any',
      'customers',
      'Home Address',
      { cell: '<c t="str"><f>IF(A1,A1,"")</f><v></v></c>' },
      null,
    ],
    [
      'a formula without a result',
      'customers',
      'Wallet Balance',
      { cell: '<c><f>1+1</f></c>' },
      uncalculated('Wallet Balance'),
    ],
    [
      'a formula with an empty result',
      'customers',
      'Wallet Balance',
      { cell: '<c><f>1+1</f><v/></c>' },
      uncalculated('Wallet Balance'),
    ],
    [
      'a shared formula',
      'customers',
      'Wallet Balance',
      { cell: '<c><f t="shared" si="0"/></c>' },
      uncalculated('Wallet Balance'),
    ],
    [
      'an array formula',
      'customers',
      'Wallet Balance',
      { cell: '<c><f t="array" ref="A1:A2">A1:A2*2</f></c>' },
      uncalculated('Wallet Balance'),
    ],
    [
      'a formula that is to be calculated again',
      'customers',
      'Wallet Balance',
      { cell: '<c><f>1+1</f><v>0</v></c>', book: { calcPr: '<calcPr fullCalcOnLoad="1"/>' } },
      uncalculated('Wallet Balance'),
    ],
    // Other types.
    ['TRUE where Yes belongs', 'loanTypes', 'Daily', { cell: '<c t="b"><v>1</v></c>' }, 'yes'],
    ['FALSE where Yes belongs', 'loanTypes', 'Daily', { cell: '<c t="b"><v>0</v></c>' }, 'no'],
    [
      'TRUE as an amount',
      'customers',
      'Wallet Balance',
      { cell: '<c t="b"><v>1</v></c>' },
      'Wallet Balance is TRUE, which is Yes or No.',
    ],
    [
      'TRUE as a status',
      'customers',
      'Status',
      { cell: '<c t="b"><v>1</v></c>' },
      'Status is TRUE, which is Yes or No.',
    ],
    [
      'an error',
      'customers',
      'Last Name',
      { cell: '<c t="e"><v>#N/A</v></c>' },
      'Last Name is an error of the spreadsheet, #N/A.',
    ],
    [
      'an unknown type',
      'customers',
      'Last Name',
      { cell: '<c t="x"><v>Ade</v></c>' },
      'Last Name can’t be read: the workbook is damaged.',
    ],
    [
      'a text by number',
      'customers',
      'Last Name',
      { cell: '<c t="s"><v>0</v></c>', book: { texts: ['<sst><si><t>Ade</t></si></sst>'] } },
      'Ade',
    ],
    [
      'a text that is not there',
      'customers',
      'Last Name',
      { cell: '<c t="s"><v>7</v></c>', book: { texts: ['<sst/>'] } },
      'Last Name can’t be read: the workbook is damaged.',
    ],
    [
      'rich text with its reading',
      'customers',
      'Last Name',
      {
        cell: '<c t="s"><v>0</v></c>',
        book: { texts: ['<sst><si><r><t>A</t></r><r><t>de</t></r><rPh><t>x</t></rPh></si></sst>'] },
      },
      'Ade',
    ],
    [
      'inline rich text with its reading',
      'customers',
      'Last Name',
      { cell: '<c t="inlineStr"><is><r><t>A</t></r><r><t>de</t></r><rPh><t>x</t></rPh></is></c>' },
      'Ade',
    ],
    [
      'a line end as _x000D_',
      'customers',
      'Home Address',
      { cell: text('4 Market_x000D_ Road') },
      '4 Market Road',
    ],
    ['a letter as _x1ECD_', 'customers', 'Last Name', { cell: text('Ay_x1ECD_') }, 'Ayọ'],
    ['an escaped escape', 'customers', 'Home Address', { cell: text('a_x005F_x000D_') }, 'a_x000D_'],
    [
      'half of a letter',
      'customers',
      'Home Address',
      { cell: text('a_xD83D_') },
      'Home Address has characters that are not text.',
    ],
  ]
  it.each(kinds)('%s (%s, %s)', async (_kind, noun, column, { cell, book }, is) => {
    expect(await inWorkbook(noun, column, cell, book)).toEqual(is)
  })

  it('that is hidden or merged is refused where it stands', async () => {
    const rows = [
      row(headers('wallets').map(text)),
      row([text('Main'), '<c><v>5</v></c>'], 'hidden="1"'),
      row([text('Profit'), '<c><v>6</v></c>']),
    ]
    const file = place('xlsx')
    await writeWorkbook(file, { rows, afterRows: '<mergeCells><mergeCell ref="B3:B4"/></mergeCells>' })
    expect((await read(file, 'wallets')).all.map(({ line, faults }) => [line, faults])).toEqual([
      [2, [{ column: '', reason: 'The row is hidden in the workbook: show it, or delete it.' }]],
      [3, [{ column: 'Balance', reason: 'Balance is merged with other cells: split them.' }]],
    ])
    await writeWorkbook(file, { rows, beforeRows: '<cols><col min="2" max="2" hidden="1"/></cols>' })
    await expect(read(file, 'wallets')).rejects.toThrow('The column Balance is hidden in the workbook')
  })

  it('is of the first sheet that is shown, and the others are named', async () => {
    const file = place('xlsx')
    const rows = [row(headers('wallets').map(text)), row([text('Main'), '<c><v>5</v></c>'])]
    await writeWorkbook(file, {
      rows,
      sheets: [{ name: 'Old & new' }, { name: 'Notes' }, { name: 'Lists', state: 'hidden' }],
    })
    expect((await read(file, 'wallets')).readAs).toBe('Workbook, sheet Old & new. Not read: Notes.')
  })
})

describe('a cell of a CSV', () => {
  const kinds: [kind: string, noun: ImportNoun, column: string, cell: string, is: unknown][] = [
    ['a phone number with a point', 'customers', 'Phone Number', '8023456789.0', '08023456789'],
    [
      'nine digits with a point',
      'customers',
      'Phone Number',
      '802345678.0',
      'Phone Number is not a phone number of 11 digits.',
    ],
    [
      'ten digits with a zero and a point',
      'customers',
      'Phone Number',
      '0802345678.0',
      'Phone Number is not a phone number of 11 digits.',
    ],
    ['a key with a point', 'customers', 'Customer', '1001.0', '1001'],
    ['a version as a key', 'customers', 'Customer', '1.0.0', '1.0.0'],
    ...[
      '#N/A',
      '#REF!',
      '#VALUE!',
      '#DIV/0!',
      '#NAME?',
      '#NUM!',
      '#NULL!',
      '#SPILL!',
      '####',
      'NULL',
      'null',
      '(null)',
      '<null>',
      '\\N',
      'N/A',
      'undefined',
      'NaN',
      'nan',
    ].map((cell): [string, ImportNoun, string, string, unknown] => [
      `${cell} as a name`,
      'customers',
      'Last Name',
      cell,
      `Last Name is ${cell}, which is no value: leave the cell empty if it is not known.`,
    ]),
    [
      '#N/A as an address',
      'customers',
      'Home Address',
      '#N/A',
      'Home Address is #N/A, which is no value: leave the cell empty if it is not known.',
    ],
    ['a name like a word', 'customers', 'Last Name', 'Nan', 'Nan'],
    [
      'lost letters',
      'customers',
      'First Name',
      'Ad?bay?',
      'First Name has ? in place of letters: save the file as .xlsx or CSV UTF-8.',
    ],
    [
      'lost letters of an address',
      'customers',
      'Home Address',
      '4 ?ja Road',
      'Home Address has ? in place of letters: save the file as .xlsx or CSV UTF-8.',
    ],
    ['a question', 'customers', 'Home Address', 'behind the mosque?', 'behind the mosque?'],
    [
      'letters of another encoding',
      'customers',
      'First Name',
      'AdÃ©bÃ¡yá»',
      'First Name has letters of another encoding: save the file as .xlsx or CSV UTF-8.',
    ],
    ['a capital before a quote', 'customers', 'First Name', 'ANDRÉ’S', 'ANDRÉ’S'],
    [
      'a formula',
      'customers',
      'Wallet Balance',
      '=1+1',
      'Wallet Balance is a formula: paste its value instead.',
    ],
    ['TRUE where Yes belongs', 'loanTypes', 'Daily', 'TRUE', 'yes'],
    ['a rate with its sign', 'loanTypes', 'Interest', '0.12%', 12],
    [
      'a rate without',
      'loanTypes',
      'Interest',
      '0.12',
      'Interest may be 0.12% or 12%: write it with the sign.',
    ],
    [
      'a number of days',
      'customers',
      'Registered',
      '45716',
      'Registered is a number, not a date: format the column as a date.',
    ],
    ['a month by name', 'customers', 'Registered', 'February 28, 2025', '2025-02-28'],
    [
      'thousands or decimals',
      'customers',
      'Wallet Balance',
      '1.500',
      'Wallet Balance may be thousands or decimals: write all amounts of the column with two decimals.',
    ],
    ['thousands', 'customers', 'Wallet Balance', '1,500', 150_000],
  ]
  it.each(kinds)('%s (%s, %s)', async (_kind, noun, column, cell, is) => {
    expect((await inCsv(noun, column, [cell])).read).toEqual([is])
  })

  it('is an amount as the others of its column are written', async () => {
    const amounts = async (...cells: string[]) => (await inCsv('customers', 'Wallet Balance', cells)).read
    const doubtful = expect.stringContaining('may be thousands or decimals')
    expect(await amounts('1.500', '1.250,50', '250')).toEqual([150_000, 125_050, 25_000])
    expect(await amounts('1,500', '1.250,50')).toEqual([doubtful, 125_050])
    expect(await amounts('1.500', '1,250.50', '1,500')).toEqual([doubtful, 125_050, 150_000])
    expect(await amounts('1.250,50', '1,250.50', '3.5')).toEqual([
      'Wallet Balance has a comma for decimals, where the column has a point.',
      125_050,
      350,
    ])
  })

  it('is a date as the others of its column are written, decided from its last row too', async () => {
    const dates = async (...cells: string[]) => (await inCsv('customers', 'Registered', cells)).read
    expect(await dates('03/04/2025', '25/03/2025')).toEqual(['2025-04-03', '2025-03-25'])
    expect(await dates('03/04/2025', '03/25/2025')).toEqual(['2025-03-04', '2025-03-25'])
    const both =
      'Registered is in a column of two orders: line 3 has the day first (25/03/2025), line 4 the month (03/26/2025).'
    expect(await dates('03/04/2025', '25/03/2025', '03/26/2025', '2025-03-27', '5/5/2025')).toEqual([
      both,
      both,
      both,
      '2025-03-27',
      '2025-05-05',
    ])
  })

  it('is asked for where no date of the column says the order', async () => {
    const cells = ['03/04/2025', '05/05/2025', '2025-06-30']
    const asked = await inCsv('customers', 'Registered', cells)
    expect(asked).toMatchObject({ question: { column: 'Registered', line: 2, text: '03/04/2025' } })
    const read = async (dates: DateOrder) => (await inCsv('customers', 'Registered', cells, dates)).read
    expect(await read('day')).toEqual(['2025-04-03', '2025-05-05', '2025-06-30'])
    expect(await read('month')).toEqual(['2025-03-04', '2025-05-05', '2025-06-30'])
    expect(await inCsv('customers', 'Registered', cells.slice(1))).not.toHaveProperty('question')
  })
})

describe('the shape of a CSV', () => {
  const write = async (content: string | Buffer) => {
    const file = place('csv')
    await writeFile(file, content)
    return file
  }
  const heading = 'Wallet,Balance,Remark'
  const walletsIn = async (content: string | Buffer) => {
    const { readAs, all } = await read(await write(content), 'wallets')
    return [
      readAs,
      ...all.map(({ line, row: values, faults }) => [
        line,
        faults.map(({ reason }) => reason).join() || values.balance,
      ]),
    ]
  }

  it('is decided for the whole file, and said', async () => {
    const commas = 'CSV in UTF-8, separated by commas.'
    expect(await walletsIn(`${heading}\r\nMain,5,a\nProfit,6,b\rSaving,7,c`)).toEqual([
      commas,
      [2, 500],
      [3, 600],
      [4, 700],
    ])
    const many = 'one, two, three, four, five'
    expect(await walletsIn(`${heading.replaceAll(',', ';')}\nMain;5;${many}\nProfit;6;${many}\n`)).toEqual([
      'CSV in UTF-8, separated by semicolons.',
      [2, 500],
      [3, 600],
    ])
    expect(await walletsIn(`${heading.replaceAll(',', '|')}\nMain|5|a,b;c\n`)).toEqual([
      'CSV in UTF-8, separated by bars.',
      [2, 500],
    ])
  })

  it('refuses rows that do not fit it, by line', async () => {
    expect(await walletsIn(`${heading}\nMain,5,a\nProfit;6;b\nSaving\nTransaction,7,b,c\n`)).toEqual([
      'CSV in UTF-8, separated by commas.',
      [2, 500],
      [3, expect.stringContaining('The row ends before Balance: it has 1 cell, the heading 3.')],
      [4, expect.stringContaining('The row ends before Balance')],
      [5, 'The row has more cells than the heading, which has 3.'],
    ])
  })

  it('has one encoding, that of most lines; letters of another are refused by line', async () => {
    const named = (name: string, key: string) => `${key},${name},Bello,0802345678${key},A-1\n`
    const head = 'Customer,First Name,Last Name,Phone Number,Agent\n'
    const utf8 = (name: string, key: string) => Buffer.from(named(name, key))
    const latin = (name: string, key: string) => iconv.encode(named(name, key), 'win1252')
    const namesIn = async (parts: Buffer[]) => {
      const { readAs, all } = await read(
        await write(Buffer.concat([Buffer.from(head), ...parts])),
        'customers',
      )
      return [readAs, ...all.map(({ row: values, faults }) => faults[0]?.reason ?? values.first_name)]
    }
    const refused = 'First Name has letters of another encoding: save the file as .xlsx or CSV UTF-8.'
    expect(await namesIn([utf8('Adé', '1'), latin('Zoë', '2'), utf8('Ọlá', '3')])).toEqual([
      'CSV in UTF-8, separated by commas.',
      'Adé',
      refused,
      'Ọlá',
    ])
    expect(await namesIn([latin('Adé', '1'), latin('Zoë', '2'), utf8('Olá', '3')])).toEqual([
      'CSV in Windows-1252, separated by commas.',
      'Adé',
      'Zoë',
      refused,
    ])
  })

  it('that has no names of columns in any shape says which are missing', async () => {
    await expect(read(await write('Wallet;Balances\nMain;5\n'), 'wallets')).rejects.toThrow(
      'No line has the names of the columns',
    )
    await expect(read(await write('Customer;First Name;Colour\n'), 'customers')).rejects.toThrow(
      'Line 1: Columns are missing: Last Name, Phone Number, Agent. Not understood: Colour.',
    )
  })
})
