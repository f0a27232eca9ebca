import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { routes } from '#routing/routes'
import type { Route } from '#routing/route'
import type { BodyOf, Call, ColumnKind, Named, Read } from '#contract/call'
import { allCalls } from '#contract/index'
import { exportCap } from '#contract/values'
import type { Cell } from '#domain/import/cells'
import { tableLimits } from '#server/import/reading/limits'
import { openWorksheet } from '#server/import/reading/worksheet'
import { aboutBusiest, busiestOf } from '../support/busiest'
import { csvCells } from '../../csvCells'
import { exportedRows } from '../support/exportedRows'
import { specifiedFileFields } from '../support/specified'
import { contentType, encode, manyCalls, openServer } from '../support/harness'
import { sampleOf } from '../support/samples'

/** Texts that a spreadsheet would run, split or misread; each is put before many names. */
const traps = [
  '=1+1',
  '+1+cmd',
  '-2+3',
  '@SUM(A1)',
  '\tTab',
  '\rReturn',
  '\nLine',
  'Plain, with "quotes"\r\nand lines',
  '"',
  "'quoted'",
  ' blank first',
  '00123',
  '=HYPERLINK("http://x.test","y")',
  // Wide, small and raised forms, and characters that are not shown.
  '\uFF1D1+1',
  '\uFE63x',
  '\u207C1',
  '\u200B=1+1',
  '\u00AD\uFEFF@x',
  '\u{E0001}+1',
  '\u00A0=1',
  '\n=1',
  'Ọ̀ṣun; ₦',
]

/** Columns with text that users write; every other row gets a trap. */
const texts: Record<string, string[]> = {
  customers: ['first_name', 'last_name', 'home_address', 'office_address', 'state'],
  agents: ['name', 'home_address', 'office_address', 'lga'],
  admins: ['name'],
  loan_types: ['name'],
  saving_types: ['name'],
  market_days: ['name'],
  guarantors: ['first_name', 'last_name', 'address'],
  loans: ['rejection_reason'],
  withdrawals: ['description', 'rejection_reason'],
  remittances: ['note'],
  reversals: ['reason', 'comment'],
  reopenings: ['reason', 'comment'],
  day_openings: ['reason', 'comment'],
  term_changes: ['changes', 'reason', 'comment'],
  tills: ['name'],
  till_sessions: ['note'],
  bank_movements: ['note'],
  messages_off_requests: ['reason'],
  credit_requests: ['reason'],
  setting_changes: ['setting', 'changes', 'reason', 'comment'],
  sheet_requests: ['reason', 'comment'],
  expenses: ['reason', 'first_comment', 'second_comment'],
  expense_categories: ['name'],
  cash_differences: ['reason', 'first_comment', 'second_comment'],
  agent_statements: ['first_comment', 'second_comment'],
  loan_changes: ['reason', 'first_comment', 'second_comment'],
  agent_activity: ['action'],
  admin_activity: ['description', 'subject_name', 'subject_role', 'subject_reference'],
}

const server = await openServer({ demo: true, limits: manyCalls })
const { $client: pool } = server.database
const me = await server.enterAs({ role: 'SuperAdmin' })
await putTrapsIntoNames()
const busiest = await busiestOf(pool)
const { customer, agent, run, statement } = busiest

type Export = Named<Read>
const exports = allCalls.filter((call): call is Export => call.kind === 'read' && call.csv !== undefined)
const columnsOf = (call: Export) =>
  (call.csv ?? []) as readonly { field: string; header: string; kind: ColumnKind }[]

async function putTrapsIntoNames() {
  const client = await pool.connect()
  // Without the triggers that protect decided loans and the log.
  await client.query('begin; set local session_replication_role = replica')
  // The demo reopens no day.
  await client.query(`insert into reopenings (reference, from_day, reason, status, requested_by, decided_by, decided_at, comment)
    select 'RO-' || n, '2026-11-16', 'The clock was ahead', 'rejected', 1, 2, now(), 'It was not' from generate_series(1, 3) n`)
  // Nor does it close one.
  await client.query(`insert into business_days (day, round, closed_by, figures, previous_hash, hash)
    select '2026-11-16', n, nullif(n, 2), '{}', n || ' before', n || ' after' from generate_series(1, 3) n`)
  await client.query(`insert into day_openings (reference, day, closing_id, reason, status, requested_by, decided_by, decided_at, comment)
    select 'DO-' || id, day, id, 'A sheet was found', 'rejected', 1, 2, now(), 'It was not' from business_days`)
  for (const [table, columns] of Object.entries(texts)) {
    const trapped = columns.map(
      (column, at) => `${column} = coalesce(($1::text[])[1 + (id + ${at * 5}) % $2::int], '') || ${column}`,
    )
    await client.query(`update ${table} set ${trapped.join(', ')}`, [traps, traps.length * 2])
  }
  await client.query('commit')
  client.release()
}

const askedOf = (call: Export): Record<string, unknown> => ({
  ...sampleOf(call),
  download: 'csv',
  ...aboutBusiest(call, busiest),
})

/** The file as a spreadsheet gets it, its cells read by an independent parser. */
async function fileOf(call: Export) {
  const reply = await server.ask(call, askedOf(call) as BodyOf<Call>, me)
  expect(reply.headers['content-type'], reply.text.slice(0, 200)).toBe('text/csv; charset=utf-8')
  const cells = csvCells(reply.text.slice(1))
  return { byteOrderMark: reply.text[0], cells }
}

/** Files that have all rows, however many. */
const wholeFiles = ['books.getJournal']

async function rowsOf(call: Export): Promise<(string | null)[][]> {
  const query = exportedRows[call.name] ?? ''
  const text = query
    .replaceAll(':today', "'2026-11-18'")
    .replaceAll(':customer', String(customer))
    .replaceAll(':agent', String(agent))
    .replaceAll(':run', String(run))
    .replaceAll(':statement', String(statement))
  const { rows } = await pool.query<(string | null)[]>({
    text: `${text} limit ${wholeFiles.includes(call.name) ? 'all' : exportCap}`,
    rowMode: 'array',
    // Raw text as the database writes it, without the driver's conversions.
    types: { getTypeParser: () => String },
  })
  return rows
}

/** Whether a spreadsheet would run it: what it shows first is a sign, in whatever form. */
const isRun = (value: string) =>
  /^[\t\r\n]/.test(value) ||
  '=+-@\u2212'.includes(
    value
      .replace(/^[\p{Cf}\p{Cc}\p{Z}\p{DI}\u2800]+/u, '')
      .normalize('NFKC')
      .charAt(0) || ' ',
  )

const toLagos = (ms: string) => new Date(Number(ms) + 3_600_000).toISOString()
/** A cell as it must be, by the rule "Export" of rules.md, written a second time. */
function cellOf(kind: ColumnKind, value: string | null): string {
  if (value === null) return ''
  if (kind === 'money') return (Number(value) / 100).toFixed(2)
  if (kind === 'datetime') return toLagos(value).slice(0, 19).replace('T', ' ')
  if (kind === 'percent') return String(Number(value) / 100)
  if (kind === 'phone' && /^\+?\d+$/.test(value)) return value
  return isRun(value) ? `'${value}` : value
}
/** What a spreadsheet recognises as a number or a date. */
const readsAs: Partial<Record<ColumnKind, RegExp>> = {
  money: /^-?\d+\.\d\d$/,
  number: /^\d+$/,
  percent: /^\d+(\.\d{1,2})?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  datetime: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
}

it('every file that a screen offers is tested here', () => {
  const asked = new Set(
    (Object.values(routes) as Route[]).flatMap(({ calls }) =>
      calls.filter((call) => 'csv' in call && call.csv),
    ),
  )
  expect([...asked].map(({ name }) => name).toSorted()).toEqual(exports.map(({ name }) => name).toSorted())
  expect(Object.keys(exportedRows).toSorted()).toEqual(exports.map(({ name }) => name).toSorted())
})

describe.each(exports)('the file of $name', (call) => {
  const columns = columnsOf(call)

  it('has no internal columns', () => {
    const internal =
      /(^|_)(id|pin|otp|bvn|nin|login_attempts|delete|printed|notes)(_|$)|penalty_rate|two_factor/
    const named = specifiedFileFields[call.name] ?? []
    expect(columns.filter(({ field }) => internal.test(field) && !named.includes(field))).toEqual([])
  })

  it('is the same whatever is said of a page, which may be empty or missing', async () => {
    const { page: _page, ...asked } = askedOf(call)
    const empty = { page: '', per_page: '', perPage: '' }
    const whole = (await server.ask(call, askedOf(call) as BodyOf<Call>, me)).text
    for (const said of [{}, empty, { page: null, per_page: null, perPage: null }, { page: 7, perPage: 10 }]) {
      const headers = { 'content-type': contentType(call) }
      const { text } = await server.post(call.path, encode(call, { ...asked, ...said }), { ...me, headers })
      expect(text === whole, `${JSON.stringify(said)}: ${text.slice(0, 200)}`).toBe(true)
    }
  })

  it('has the database’s values in cells that a spreadsheet reads and does not run', async () => {
    const { byteOrderMark, cells } = await fileOf(call)
    const rows = await rowsOf(call)
    expect(byteOrderMark).toBe('\uFEFF')
    expect(cells[0]).toEqual(columns.map(({ header }) => header))
    expect(rows.length).toBeGreaterThan(2)
    expect(rows[0]).toHaveLength(columns.length)
    expect(cells.slice(1)).toEqual(
      rows.map((row) => row.map((value, at) => cellOf(columns[at]?.kind ?? 'text', value))),
    )
    for (const [at, { kind, field }] of columns.entries()) {
      const found = cells.slice(1).map((row) => row[at] ?? '')
      const form = readsAs[kind]
      if (form)
        expect(
          found.filter((cell) => cell !== '' && !form.test(cell)),
          field,
        ).toEqual([])
      else
        expect(
          found.filter((cell) => isRun(cell) && !/^[+]?\d+$/.test(cell)),
          field,
        ).toEqual([])
    }
  })
})

/** The file as a workbook, its rows with the kinds of their cells. */
async function workbookOf(call: Export): Promise<(readonly Cell[])[]> {
  const { headers, bytes, text } = await server.inject({
    method: 'POST',
    url: `/api/admin/${call.path}`,
    payload: encode(call, { ...askedOf(call), download: 'xlsx' }),
    headers: { 'content-type': contentType(call), logintoken: me.token ?? '' },
  })
  expect(headers['content-type'], text.slice(0, 200)).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  const file = path.join(server.services.config.dataDir, 'list.xlsx')
  await writeFile(file, bytes)
  const sheet = await openWorksheet(file, tableLimits)
  const rows = []
  for await (const { cells } of sheet.rows()) rows.push(cells)
  sheet.close()
  return rows
}

/** What the cell of a workbook is in a CSV; its texts are not escaped. */
function csvCellOf(kind: ColumnKind, cell: Cell): string {
  if (typeof cell === 'string') return cell
  if (kind === 'money') return Number(cell.text).toFixed(2)
  return kind === 'percent' ? cell.text.replace('%', '') : cell.text
}
/** A workbook has its times in one number, of which our reader takes the day; and no line ends but one. */
const comparable = (kind: ColumnKind, cell: string) =>
  kind === 'datetime' ? cell.slice(0, 10) : cell.replaceAll(/\r\n?/g, '\n')

it.each(exports)('the workbook of $name has the rows of its CSV, each cell of its kind', async (call) => {
  const columns = columnsOf(call)
  const [heading, ...rows] = await workbookOf(call)
  const { cells } = await fileOf(call)
  expect(heading).toEqual(cells[0])
  expect(
    rows.map((row) => columns.map(({ kind }, at) => comparable(kind, csvCellOf(kind, row[at] ?? '')))),
  ).toEqual(
    cells.slice(1).map((row) =>
      columns.map(({ kind }, at) => {
        const cell = row[at] ?? ''
        return comparable(kind, cell.startsWith("'") && isRun(cell.slice(1)) ? cell.slice(1) : cell)
      }),
    ),
  )
  const kinds: Partial<Record<ColumnKind, string>> = {
    money: 'number',
    number: 'number',
    percent: 'percent',
    date: 'date',
    datetime: 'date',
  }
  for (const [at, { kind, field }] of columns.entries()) {
    const found = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
    const typed = new Set(found.map((cell) => (typeof cell === 'string' ? 'text' : cell.kind)))
    expect([...typed], field).toEqual(found.length === 0 ? [] : [kinds[kind] ?? 'text'])
  }
})

it('every trap is in a file and is read back unchanged', async () => {
  const { cells } = await fileOf(exports.find(({ name }) => name === 'customers.getCustomers') as Export)
  const addresses = cells.map((row) => row[10] ?? '')
  for (const trap of traps)
    expect(addresses.some((one) => one.replace(/^'/, '').startsWith(trap.replace(/^'/, '')))).toBe(true)
})
