import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cell, csvLine, type FileFacts, introLines, savedNote } from './csvFile'

const cell = (kind: Cell['kind'], value: Cell['value']) => csvLine([{ kind, value }]).slice(0, -2)

describe('a cell', () => {
  it.each([
    ['text', 'Ada', 'Ada'],
    ['text', '', ''],
    ['text', null, ''],
    ['text', undefined, ''],
    ['text', 'a,b', '"a,b"'],
    ['text', 'say "hi"', '"say ""hi"""'],
    ['text', 'two\nlines', '"two\nlines"'],
    ['text', '=1+1', "'=1+1"],
    ['text', '+1', "'+1"],
    ['text', '-1', "'-1"],
    ['text', '@x', "'@x"],
    ['text', '\tx', "'\tx"],
    ['text', '\rx', '"\'\rx"'],
    ['text', '=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ['text', 'a=b', 'a=b'],
    ['email', '@x.test', "'@x.test"],
    ['status', '-', "'-"],
    ['phone', '08030000000', '08030000000'],
    ['phone', '+2348030000000', '+2348030000000'],
    ['phone', '+1+cmd', "'+1+cmd"],
    ['phone', '=08030000000', "'=08030000000"],
    ['money', 150_050, '1500.50'],
    ['money', -5, '-0.05'],
    ['money', 0, '0.00'],
    ['money', null, ''],
    ['datetime', '2026-11-18T10:42:07.123Z', '2026-11-18 10:42:07'],
    ['date', '2026-11-18', '2026-11-18'],
    ['date', null, ''],
    ['percent', 1250, '12.5'],
    ['percent', 1205, '12.05'],
    ['percent', 0, '0'],
    ['percent', '12.5%', '12.5%'],
    ['percent', null, ''],
    ['number', 12, '12'],
    ['number', -1.5, '-1.5'],
    ['number', '1,5', '"1,5"'],
    ['yesNo', true, 'Yes'],
    ['yesNo', 1, 'Yes'],
    ['yesNo', '1', 'Yes'],
    ['yesNo', false, 'No'],
    ['yesNo', 0, 'No'],
    ['yesNo', null, ''],
  ] as const)('%s %j is written %j', (kind, value, written) => expect(cell(kind, value)).toBe(written))

  it('never starts like a formula, except for phone numbers and negative amounts', () => {
    const kinds = fc.constantFrom<Cell['kind']>(
      'text',
      'phone',
      'email',
      'status',
      'money',
      'number',
      'datetime',
      'date',
      'percent',
    )
    fc.assert(
      fc.property(
        kinds,
        fc.constantFrom('=', '+', '-', '@', '\t', '\r'),
        fc.string(),
        (kind, first, rest) => {
          const written = cell(kind, first + rest)
          if (kind === 'phone' && /^\+\d+$/.test(first + rest)) return
          expect(written.replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r]/)
        },
      ),
    )
  })
})

it('separates cells with commas and ends a line as in RFC 4180', () => {
  const cells: Cell[] = [
    { kind: 'text', value: 'a' },
    { kind: 'text', value: null },
    { kind: 'number', value: 3 },
  ]
  expect(csvLine(cells)).toBe('a,,3\r\n')
})

describe('the first lines', () => {
  const asOf = new Date('2026-11-18T23:30:00Z')
  const facts: FileFacts = {
    business: undefined,
    title: 'Agents',
    words: [],
    rows: 3180,
    total: 3180,
    asOf,
  }
  const rowsOf = (rows: number, total: number) => introLines({ ...facts, rows, total }).split('\r\n')[2]

  it('contain report, filter, rows and time, and an empty line', () => {
    expect(introLines(facts)).toBe(
      'Report,Agents\r\nFilter,None\r\nRows,"3,180"\r\nAs of,"19 Nov 2026, 00:30 Lagos time (UTC+1)"\r\n\r\n',
    )
  })

  it('begin with the business, if it has a name', () => {
    expect(introLines({ ...facts, business: 'Umeh & Sons, Ibadan' })).toBe(
      `Business,"Umeh & Sons, Ibadan"\r\n${introLines(facts)}`,
    )
  })

  it('end with what columns mean', () => {
    const columns = [['Owed', 'All that is still owed.']] as const
    expect(introLines({ ...facts, columns })).toMatch(/UTC\+1\)"\r\nOwed,All that is still owed\.\r\n\r\n$/)
  })

  it('are escaped like cells', () => {
    const words = [{ label: '=Search', value: '"A",B' }]
    expect(introLines({ ...facts, words }).split('\r\n')[1]).toBe(`Filter,"'=Search: ""A"",B"`)
  })

  it('state where the rows were cut, and an unknown total', () => {
    expect(rowsOf(19_999, 31_000)).toBe('Rows,"19,999"')
    expect(rowsOf(20_000, 31_000)).toBe('Rows,"First 20,000 of 31,000"')
    expect(rowsOf(20_000, 20_000)).toBe('Rows,"20,000, the most that one file holds"')
    expect(rowsOf(20_000, 10_000)).toBe('Rows,"20,000, the most that one file holds"')
  })
})

it('states the save time and the share of rows in an offline export', () => {
  const asOf = new Date('2026-03-12T13:05:00Z')
  expect(savedNote({ rows: 300, total: 300, asOf })).toEqual(['Saved at 14:05, 12 Mar 2026'])
  expect(savedNote({ rows: 300, total: 3180, asOf })).toEqual([
    'Saved at 14:05, 12 Mar 2026',
    '300 of 3,180 rows',
  ])
})
