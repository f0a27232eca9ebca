import { desc, eq, inArray } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BodyOf } from '#contract/call'
import type { ImportCase, ImportNoun } from '#contract/calls/imports'
import { calls } from '#contract/index'
import { maxPartBytes } from '#contract/uploads'
import { fileTypes, type Kobo } from '#contract/values'
import { uploads } from '#server/db/tables/uploads'
import { imports } from '#server/db/tables/imports'
import { adminActivity, customers } from '#server/db/tables/schema'
import { mainWalletOf } from '#server/ledger/accounts'
import { openImportWorker } from '#server/process/workers/importWorker'
import { loanFixturesOf } from '../loans/loanFixtures'
import { contentType, encode, type Sender, openServer } from '../support/harness'
import { naira } from '../support/people'

const server = await openServer()
const { database, services } = server
const { imports: all } = calls
const workerOf = () =>
  openImportWorker({
    ...services,
    dataDir: services.config.dataDir,
    log: { info: () => {}, error: (fields: unknown) => failures.push(fields) },
  })
const failures: unknown[] = []
const worker = workerOf()
const enter = () => server.enter('can-import')
const [maker, checker] = [await enter(), await enter()]

async function part(bytes: string | Buffer, from: Sender = maker) {
  const reply = await server.inject({
    method: 'POST',
    url: '/api/files/part',
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream', logintoken: from.token ?? '' },
  })
  return { ...reply, id: Number((reply.json.data as { id?: string } | undefined)?.id) }
}

type Upload = BodyOf<typeof all.checkImport>['files'][number]
async function file(
  noun: ImportNoun,
  lines: readonly string[],
  name = `${noun}.csv`,
  from: Sender = maker,
): Promise<Upload> {
  return { noun, name, parts: [(await part(lines.join('\n'), from)).id] }
}
const begin = async (from: Sender = maker) =>
  (await server.ask(all.createImport, { cut_over_day: '2026-10-31' }, from)).output().data.id
const caseOf = async (id: number, from: Sender = checker): Promise<ImportCase> =>
  (await server.ask(all.getImport, { id }, from)).output().data
async function dryRun(id: number, files: Upload[], from: Sender = maker) {
  const reply = await server.ask(all.checkImport, { id, files }, from)
  expect(reply.status, reply.text).toBe('200')
  await worker.run()
  return caseOf(id)
}
let made = 0
/** Files of an agent with a customer and a balance, of other people at each call. */
async function books(from: Sender = maker) {
  made += 1
  const agent = `A${made},Bola,Ade,0803${String(1_000_000 + made)},bola${made}@x.example`
  return [
    await file('agents', ['Agent,First Name,Last Name,Phone,Email', agent], 'agents.csv', from),
    await file(
      'customers',
      [
        'Customer,First Name,Last Name,Phone,Agent,Wallet Balance',
        `C${made},Ada,Obi,0805${String(1_000_000 + made)},A${made},"1,250.50"`,
      ],
      'customers.csv',
      from,
    ),
  ]
}
const zero = 0 as Kobo
const totalsOf = (over: Partial<BodyOf<typeof all.enterImportTotals>> = {}) => ({
  agents: 1,
  customers: 1,
  savings: 0,
  loans: 0,
  saved: zero,
  owed: zero,
  customer_wallets: 125_050 as Kobo,
  business_wallets: zero,
  agent_cash: zero,
  ...over,
})
/** An import that can be released. */
async function ready() {
  const id = await begin()
  await dryRun(id, await books())
  await server.ask(all.enterImportTotals, { id, ...totalsOf() }, maker)
  return id
}
/** How many imports wait for the admin's release. */
const waiting = async (from: Sender) =>
  (await server.ask(calls.dashboard.getWaitingDecisions, {}, from)).output().data.imports
const here = () => database.$count(customers, eq(customers.isDeleted, false))

describe('an import by the screens', () => {
  it('waits for those alone who can release it, once its control totals agree', async () => {
    const [adder, stranger] = [await enter(), await server.enter('can-view-agent')]
    const before = {
      maker: await waiting(maker),
      adder: await waiting(adder),
      checker: (await waiting(checker)) ?? 0,
    }
    const id = await begin()
    await dryRun(id, await books(adder), adder)
    expect(await waiting(checker)).toBe(before.checker)
    await server.ask(all.enterImportTotals, { id, ...totalsOf() }, maker)
    expect(await waiting(checker)).toBe(before.checker + 1)
    expect([await waiting(maker), await waiting(adder), await waiting(stranger)]).toEqual([
      before.maker,
      before.adder,
      undefined,
    ])
    expect((await caseOf(id, adder)).against).toContain('You added files')
    await server.ask(all.cancelImport, { id }, maker)
    expect(await waiting(checker)).toBe(before.checker)
  })

  it('is checked, released by another admin and undone, and the activity log has each step', async () => {
    const id = await begin()
    const before = await here()
    const checked = await dryRun(id, await books())
    expect(checked).toMatchObject({
      state: 'checked',
      progress: null,
      failure: null,
      faulty: [],
      against: null,
      totals: totalsOf(),
      files: [{ noun: 'agents', name: 'agents.csv', rows: 1 }, { noun: 'customers' }],
    })
    expect((await caseOf(id, maker)).against).toContain('Another admin must release it')

    const wrong = await server.ask(
      all.enterImportTotals,
      { id, ...totalsOf({ customer_wallets: 125_049 as Kobo }) },
      maker,
    )
    expect(wrong.message).toContain('These differ from the files: Main wallets of customers')
    const early = await server.ask(all.releaseImport, { id }, checker)
    expect(early.message).toContain('control totals must agree')
    await server.ask(all.enterImportTotals, { id, ...totalsOf() }, maker)

    const own = await server.ask(all.releaseImport, { id }, maker)
    expect(own).toMatchObject({ status: '400' })
    expect(own.message).toContain('Another admin must release it')
    expect(await here()).toBe(before)
    const released = await server.ask(all.releaseImport, { id }, checker)
    expect(released.status).toBe('200')
    expect((await caseOf(id)).progress).toMatchObject({ step: 'waiting' })
    await worker.run()
    expect(await caseOf(id)).toMatchObject({ state: 'released', released_by_name: checker.name })
    expect(await here()).toBe(before + 1)
    expect((await server.ask(all.getImports, {}, maker)).output().data[0]).toMatchObject({
      id,
      state: 'released',
      customers: 1,
    })

    await server.ask(all.undoImport, { id }, maker)
    await worker.run()
    expect(await caseOf(id)).toMatchObject({ state: 'undone', undone_by_name: maker.name })
    expect(await here()).toBe(before)
    const log = await database
      .select({ action: adminActivity.action, status: adminActivity.status })
      .from(adminActivity)
      .where(eq(adminActivity.subject, `import ${id}`))
      .orderBy(adminActivity.id)
    expect(log.map(({ action, status }) => `${action} ${status}`)).toEqual([
      'imports.createImport success',
      'imports.checkImport success',
      'imports.enterImportTotals refused',
      'imports.releaseImport refused',
      'imports.enterImportTotals success',
      'imports.releaseImport refused',
      'imports.releaseImport success',
      'commands.releaseImport success',
      'imports.undoImport success',
      'commands.undoImport success',
    ])
    expect(failures).toEqual([])
  })

  describe('once released, can’t be undone any more', async () => {
    const { pay, apply, makeSaving } = await loanFixturesOf(server)
    const boss = await server.enterAs({ role: 'SuperAdmin', name: 'Ngozi Afolabi' })
    type Owner = typeof customers.$inferSelect
    const reasons: [string, (customer: Owner) => Promise<unknown>][] = [
      ['money moved on c', ({ id }) => pay(mainWalletOf(id), naira(1))],
      [
        'a withdrawal was requested by c',
        (customer) =>
          server.ask(
            calls.withdrawals.createWithDrawalRequest,
            { amount: naira(100), description: 'School fees', customer_id: customer.id },
            boss,
          ),
      ],
      ['a savings wallet was opened for c', (customer) => makeSaving(customer)],
      ['a loan was applied for by c', (customer) => apply(customer)],
      ['a customer was registered with a', ({ agentId }) => server.makeCustomer(agentId)],
    ]

    it.each(reasons)('because %s…', async (reason, act) => {
      const id = await ready()
      await server.ask(all.releaseImport, { id }, checker)
      await worker.run()
      const [customer] = await database.select().from(customers).orderBy(desc(customers.id)).limit(1)
      if (!customer) throw new Error('No customer was moved in.')
      await act(customer)
      await server.ask(all.undoImport, { id }, maker)
      await worker.run()
      const failure = `Import ${id} can not be undone: ${reason}${made} since.`
      expect(await caseOf(id)).toMatchObject({ state: 'released', failure })
    })
  })

  it('can’t be released by who added a file to it', async () => {
    const id = await begin(checker)
    await dryRun(id, await books())
    await server.ask(all.enterImportTotals, { id, ...totalsOf() }, checker)
    const reply = await server.ask(all.releaseImport, { id }, maker)
    expect(reply.message).toContain('You added files to import')
    expect((await caseOf(id, maker)).against).toBe(reply.message)
    expect((await caseOf(id, await enter())).against).toBeNull()
  })

  it('is released by who added its files where ALLOW_SAME_APPROVER lets them', async () => {
    const id = await ready()
    expect((await caseOf(id, maker)).against).not.toBeNull()
    onTestFinished(() => {
      services.config.allowSameApprover = false
    })
    services.config.allowSameApprover = true
    expect((await caseOf(id, maker)).against).toBeNull()
    expect((await server.ask(all.releaseImport, { id }, maker)).status).toBe('200')
    await worker.run()
    expect((await caseOf(id)).state).toBe('released')
  })

  it('shows faults by line, gives the file to mend them, and takes it back', async () => {
    const id = await begin()
    const [agents] = await books()
    const heading = 'Customer,First Name,Last Name,Phone,Agent'
    const faulty = [heading, `F1,Ada,Obi,0803,A${made}`, 'F2,Ada,Eze,08039990002,A-9']
    const found = await dryRun(id, [agents as Upload, await file('customers', faulty)])
    expect(found.state).toBe('open')
    expect(found.faulty).toEqual([{ noun: 'customers', rows: 2 }])
    expect(found.faults).toMatchObject([
      { file: 'customers.csv', line: 2, column: 'Phone Number' },
      { line: 3, column: 'Agent', reason: 'Agent A-9 is in no file and not there.' },
    ])
    const reply = await server.ask(all.getImportFaults, { id, noun: 'customers' }, maker)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    const mended = reply.text.replace('0803,', '08039990001,').replace('A-9', `A${made}`)
    // The workbook has the same rows: added as it is, it has the same faults, with the zeros of the phone numbers.
    const { headers, bytes } = await server.inject({
      method: 'POST',
      url: `/api/admin/${all.getImportFaults.path}`,
      payload: encode(all.getImportFaults, { id, noun: 'customers', form: 'xlsx' }),
      headers: { 'content-type': contentType(all.getImportFaults), logintoken: maker.token ?? '' },
    })
    expect(headers['content-type']).toBe(fileTypes.xlsx)
    const workbook = { noun: 'customers', name: 'faults-customers.xlsx' } as const
    const same = await dryRun(id, [{ ...workbook, parts: [(await part(bytes)).id] }])
    expect(same).toMatchObject({ state: 'open', faulty: found.faulty })
    const rows = await server.ask(all.getImportFaults, { id, noun: 'customers' }, maker)
    expect(rows.text).toBe(reply.text)
    const again = await dryRun(id, [await file('customers', mended.split('\n'), 'faults-customers.csv')])
    expect(again).toMatchObject({ state: 'checked', faulty: [], totals: { customers: 2 } })
  })

  it('reads what it can, and says which file can’t be read', async () => {
    const id = await begin()
    const binary = {
      noun: 'savings',
      name: 'photo.csv',
      parts: [(await part(Buffer.alloc(2_000))).id],
    } as const
    const files = [...(await books()), { ...binary, parts: [...binary.parts] }]
    const found = await dryRun(id, files)
    expect(found).toMatchObject({ state: 'open', failure: expect.stringContaining('photo.csv: ') })
    expect(found.files).toHaveLength(2)
    // What was uploaded is gone.
    const parts = files.flatMap((one) => one.parts)
    expect(await database.$count(uploads, inArray(uploads.id, parts))).toBe(0)
  })

  it('reads a file that came in several parts, in their order', async () => {
    const id = await begin()
    const [agents] = await books()
    const text = `Customer,First Name,Last Name,Phone,Agent\nP1,Ada,Okon,08039990011,A${made}\n`
    const parts = [(await part(text.slice(0, 60))).id, (await part(text.slice(60))).id]
    const found = await dryRun(id, [agents as Upload, { noun: 'customers', name: 'c.csv', parts }])
    expect(found).toMatchObject({ state: 'checked', totals: { customers: 1 } })
  })

  it('is stopped while it is read or released, with nothing changed, and cancelled', async () => {
    const id = await begin()
    await server.ask(all.checkImport, { id, files: await books() }, maker)
    expect((await caseOf(id)).progress).toMatchObject({ step: 'waiting' })
    const stopped = await server.ask(all.stopImport, { id }, checker)
    expect(stopped.message).toBe('Stopped. Nothing was changed.')
    await worker.run()
    expect(await caseOf(id)).toMatchObject({ state: 'open', files: [] })

    const other = await ready()
    const before = await here()
    await server.ask(all.releaseImport, { id: other }, checker)
    await server.ask(all.stopImport, { id: other }, maker)
    await worker.run()
    expect(await caseOf(other)).toMatchObject({ state: 'ready', released_by_name: null })
    expect(await here()).toBe(before)
    const none = await server.ask(all.stopImport, { id: other }, maker)
    expect(none.message).toBe('Nothing runs any more.')
    await server.ask(all.cancelImport, { id: other }, maker)
    expect((await caseOf(other)).state).toBe('cancelled')
    const late = await server.ask(all.releaseImport, { id: other }, checker)
    expect(late.message).toContain(`Import ${other} is cancelled`)
  })

  it('is released by the next server when one was killed in between', async () => {
    const id = await ready()
    await server.ask(all.releaseImport, { id }, checker)
    // The killed one had begun.
    await database.update(imports).set({ step: 'customers' }).where(eq(imports.id, id))
    await worker.run()
    expect((await caseOf(id)).state).toBe('releasing')
    server.clock.rewindAfterTest()
    server.clock.pass(1)
    const next = workerOf()
    onTestFinished(() => next.stop())
    await next.run()
    expect((await caseOf(id)).state).toBe('released')
  })

  it('of books that would be wrong says so on its page', async () => {
    const id = await ready()
    // The agent of the import came in by another way meanwhile.
    await server.makeAgent({ email: `bola${made}@x.example` })
    await server.ask(all.releaseImport, { id }, checker)
    await worker.run()
    expect(await caseOf(id)).toMatchObject({ state: 'ready', failure: 'The server failed.' })
    failures.length = 0
  })
})

describe('what is sent', () => {
  it('is refused for a day to come, an unknown import, and parts of another admin', async () => {
    const day = await server.ask(all.createImport, { cut_over_day: '2027-01-01' }, maker)
    expect(day.fields).toEqual(['The cut-over day has not come.'])
    for (const call of [all.releaseImport, all.undoImport, all.cancelImport, all.stopImport])
      expect((await server.ask(call, { id: 999_999 }, checker)).status, call.name).toBe('400')
    const id = await begin()
    const theirs = { noun: 'agents', name: 'a.csv', parts: [(await part('a', checker)).id] } as const
    const reply = await server.ask(
      all.checkImport,
      { id, files: [{ ...theirs, parts: [...theirs.parts] }] },
      maker,
    )
    expect(reply.message).toBe('a.csv is not there any more. Upload it again.')
    expect((await caseOf(id)).state).toBe('open')
  })

  it('as a part needs can-import, and has a size', async () => {
    expect((await part('x', await server.enter('can-view-customer', 'can-create-loan'))).http).toBe(403)
    expect((await part('x', { token: 'none' })).http).toBe(401)
    expect((await part('')).status).toBe('100')
    expect((await part(Buffer.alloc(maxPartBytes + 1))).http).toBe(413)
  })

  it('stops an admin who fills the disk with parts', async () => {
    const filler = await enter()
    const unused = (n: number) => ({ adminId: filler.id, file: `part-${n}`, createdAt: server.clock.now() })
    await database.insert(uploads).values(Array.from({ length: 249 }, (_, n) => unused(n)))
    expect((await part('x', filler)).status).toBe('200')
    expect((await part('x', filler)).message).toBe(
      'You have uploaded too many files that are not read yet. Start the dry run, or try again tomorrow.',
    )
    expect((await part('x')).status).toBe('200')
  })
})

describe('all books', () => {
  it('are counted and come as one archive, which the activity log records', async () => {
    const me = await server.enter('can-export-all')
    const { rows } = (await server.ask(all.countBooks, {}, me)).output().data
    expect(rows.find(({ noun }) => noun === 'wallets')).toEqual({ noun: 'wallets', rows: 1 })
    const reply = await server.ask(all.exportBooks, {}, me)
    expect(reply.headers['content-type']).toBe('application/zip')
    for (const name of ['agents.csv', 'market-days.csv', 'wallets.csv']) expect(reply.text).toContain(name)
    const log = await database
      .select()
      .from(adminActivity)
      .where(eq(adminActivity.action, 'imports.exportBooks'))
    expect(log).toMatchObject([{ adminId: me.id, status: 'success' }])
    const refused = await server.ask(all.exportBooks, {}, await server.enter('can-view-all', 'can-import'))
    expect(refused.http).toBe(403)
  })
})
