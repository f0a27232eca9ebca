import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/index'
import { guarantors } from '#server/db/tables/loans'
import { csvCells } from '../../csvCells'
import { linkFrom, openLink, png, uploaded } from '../support/files'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const server = await openServer()
const { addGuarantorFile, getGuarantor, getGuarantorFileUpload } = calls.guarantors
const { getCustomerIdForLoan } = calls.customers
const viewer = await server.enter('can-view-guarantor', 'can-view-customer-details')
await server.services.files.put('a-card', png)

const agent = await server.makeAgent({ name: 'Bola Ige' })
const sade = await server.makeCustomer(agent.id, { firstName: 'Sade', lastName: 'Ojo', idCardFile: 'a-card' })
const musa = await server.makeCustomer(agent.id, { firstName: 'Musa', lastName: "O'Neil" })
const hoursAgo = (hours: number) => new Date(server.clock.now().getTime() - hours * 3_600_000)
const { makeLoan } = moneyOf(server)
const loan = await makeLoan(sade, naira(3_000), { reference: 'LN-260101-000042' })
const tobi = await server.makeGuarantor(sade, {
  idCardFile: 'a-card',
  createdAt: hoursAgo(3),
  loanId: loan.id,
})
const kemi = await server.makeGuarantor(musa, {
  firstName: 'Kemi',
  lastName: 'Bello',
  phone: '07055512345',
  address: '=1+1',
  utilityFile: 'a-card',
  createdAt: hoursAgo(2),
})
const zara = await server.makeGuarantor(musa, { firstName: 'Zara', lastName: '100%', createdAt: hoursAgo(2) })
const all = ['Zara 100%', 'Kemi Bello', 'Tobi Alade']

const list = async (body: { page?: number; per_page?: number; search?: string } = {}) =>
  (await server.ask(getGuarantor, { page: 1, ...body }, viewer)).output().data
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('the list of guarantors', () => {
  it('is newest first, with the borrower, the agent, the kinds of files and the loan', async () => {
    const { data, ...page } = await list()
    expect(names(data)).toEqual(all)
    expect(page).toEqual({ total: 3, page: 1, per_page: 100 })
    expect(data[2]).toEqual({
      id: tobi.id,
      created_at: '2026-11-18T07:00:00.000Z',
      name: 'Tobi Alade',
      phone: tobi.phone,
      address: '3 Broad Street, Ikeja',
      userFirstName: 'Sade',
      userLastName: 'Ojo',
      agentName: 'Bola Ige',
      idcard: 'ID card',
      utitity: null,
      user_id: sade.id,
      userPhone: '08030000003',
      agent_id: agent.id,
      email: null,
      loan_reference: loan.reference,
    })
    expect(data[1]).toMatchObject({ idcard: null, utitity: 'Utility bill', loan_reference: null })
    expect(JSON.stringify(data)).not.toContain('a-card')
  })

  it('has pages of per_page rows', async () => {
    const pages = [await list({ per_page: 2 }), await list({ page: 2, per_page: 2 })]
    expect(pages.map(({ data }) => names(data))).toEqual([all.slice(0, 2), all.slice(2)])
    expect(pages[1]).toMatchObject({ total: 3, page: 2, per_page: 2 })
  })

  it.each([
    ['a guarantor’s name', 'kemi bel', ['Kemi Bello']],
    ['a guarantor’s phone', '555123', ['Kemi Bello']],
    ['a customer’s name', 'SADE O', ['Tobi Alade']],
    ['the loan’s reference', 'ln-260101-000042', ['Tobi Alade']],
    ['the end of it', '000042', ['Tobi Alade']],
    ['a text in several rows', "o'ne", ['Zara 100%', 'Kemi Bello']],
    ['an empty text', '', all],
    ['a wildcard, taken literally', '%', ['Zara 100%']],
    ['an agent’s name, which finds nothing', 'Bola', []],
    ['an unknown text', 'zzz', []],
    ['two letters', 'de', ['Tobi Alade']],
    ['a text that guarantor and customer share', '0803', all],
  ])('is searched by %s', async (_what, search, expected) => {
    const { data, total } = await list({ search })
    expect(names(data)).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  it('tells the guarantors of customers with the same name apart by their loans', async () => {
    const namesake = await server.makeCustomer(agent.id, { firstName: 'Sade', lastName: 'Ojo' })
    const other = await makeLoan(namesake, naira(500), { reference: 'LN-260101-000043' })
    const added = await server.makeGuarantor(namesake, { firstName: 'Uche', lastName: 'Eze' })
    const remove = () => server.database.delete(guarantors).where(eq(guarantors.id, added.id))
    onTestFinished(async () => void (await remove()))
    expect(names((await list({ search: other.reference })).data)).toEqual([])
    await server.database.update(guarantors).set({ loanId: other.id }).where(eq(guarantors.id, added.id))
    expect(names((await list({ search: 'sade ojo' })).data)).toEqual(['Uche Eze', 'Tobi Alade'])
    expect(names((await list({ search: other.reference })).data)).toEqual(['Uche Eze'])
    expect(names((await list({ search: loan.reference })).data)).toEqual(['Tobi Alade'])
  })

  it('has a total that follows inserts and deletes', async () => {
    const [one, two] = [await server.makeGuarantor(sade), await server.makeGuarantor(sade)]
    expect((await list()).total).toBe(5)
    const remove = (...ids: number[]) => server.database.delete(guarantors).where(inArray(guarantors.id, ids))
    await remove(one.id, two.id, 999_999)
    await remove(one.id)
    expect((await list()).total).toBe(3)
  })

  it('as a file has its columns and does not mention stored files', async () => {
    const me = await server.enter('can-view-guarantor', 'can-download-csv-file')
    const reply = await server.ask(getGuarantor, { page: 1, search: 'kemi', download: 'csv' }, me)
    expect(csvCells(reply.text.slice(1))).toEqual([
      [
        'Created',
        'Guarantor',
        'Phone',
        'Address',
        'Customer First Name',
        'Customer Last Name',
        'Agent Name',
        'Loan',
      ],
      ['2026-11-18 08:00:00', 'Kemi Bello', '07055512345', "'=1+1", 'Musa', "O'Neil", 'Bola Ige', ''],
    ])
  })
})

describe('a missing file', () => {
  it('is added once, with a row in the activity log, and never replaced', async () => {
    const clerk = await server.enter('can-add-guarantor')
    const one = await server.makeGuarantor(musa, { firstName: 'Ada', lastName: 'Eze', utilityFile: 'a-card' })
    onTestFinished(
      async () => void (await server.database.delete(guarantors).where(eq(guarantors.id, one.id))),
    )
    const add = async (file: 'idcard' | 'utitity', guarantor_id = one.id) =>
      (
        await server.ask(
          addGuarantorFile,
          { guarantor_id, file, upload: await uploaded(server, clerk) },
          clerk,
        )
      ).json
    expect(await add('utitity')).toMatchObject({
      status: '400',
      message: 'The utility bill of Ada Eze is there already.',
    })
    expect(await add('idcard', 999_999)).toMatchObject({ message: 'No records available for this guarantor' })
    expect(await add('idcard')).toMatchObject({ status: '200', message: 'The ID card of Ada Eze was added.' })
    expect(await add('idcard')).toMatchObject({ message: 'The ID card of Ada Eze is there already.' })
    const [stored] = await server.database.select().from(guarantors).where(eq(guarantors.id, one.id))
    expect(stored).toMatchObject({ idCardFile: expect.stringMatching(/^upload-/), utilityFile: 'a-card' })
  })

  it('that is a utility bill is added beside the ID card, which stays', async () => {
    const clerk = await server.enter('can-add-guarantor')
    const one = await server.makeGuarantor(musa, { firstName: 'Ife', lastName: 'Cole', idCardFile: 'a-card' })
    onTestFinished(
      async () => void (await server.database.delete(guarantors).where(eq(guarantors.id, one.id))),
    )
    const body = { guarantor_id: one.id, file: 'utitity' as const, upload: await uploaded(server, clerk) }
    expect((await server.ask(addGuarantorFile, body, clerk)).json).toMatchObject({
      status: '200',
      message: 'The utility bill of Ife Cole was added.',
    })
    const [stored] = await server.database.select().from(guarantors).where(eq(guarantors.id, one.id))
    expect(stored).toMatchObject({ idCardFile: 'a-card', utilityFile: expect.stringMatching(/^upload-/) })
  })
})

describe('links to files', () => {
  it('of a guarantor are given for the files that exist', async () => {
    const ask = async (id: number) => (await server.ask(getGuarantorFileUpload, { id }, viewer)).output().data
    expect(await ask(tobi.id)).toEqual({ idcard: expect.stringMatching(/^\/api\/files\//), utitity: null })
    expect(await ask(kemi.id)).toEqual({ idcard: null, utitity: expect.stringMatching(/^\/api\/files\//) })
  })

  it('of a guarantor without files, or an unknown one, are refused', async () => {
    for (const id of [zara.id, 999_999]) {
      const reply = await server.ask(getGuarantorFileUpload, { id }, viewer)
      expect(reply.json).toEqual({ status: '400', message: 'Gaurantor file  not available' })
      expect(linkFrom(reply, '').cookie).toBe('')
    }
  })

  it('of a customer are given where an ID card exists, and refused otherwise', async () => {
    const given = await server.ask(getCustomerIdForLoan, { customer_id: sade.id }, viewer)
    expect(given.output().data).toMatch(/^\/api\/files\//)
    const gone = await server.makeCustomer(agent.id, { idCardFile: 'a-card', isDeleted: true })
    for (const customer_id of [musa.id, gone.id, 999_999]) {
      const reply = await server.ask(getCustomerIdForLoan, { customer_id }, viewer)
      expect(reply.json).toEqual({ status: '400', message: 'No records available  this customer' })
    }
  })

  it('to a file that was removed meanwhile name the file', async () => {
    const reply = await server.ask(getGuarantorFileUpload, { id: kemi.id }, viewer)
    const link = linkFrom(reply, reply.output().data.utitity ?? '')
    const setFile = (utilityFile: string | null) =>
      server.database.update(guarantors).set({ utilityFile }).where(eq(guarantors.id, kemi.id))
    onTestFinished(async () => void (await setFile('a-card')))
    await setFile(null)
    expect(await openLink(server, link)).toMatchObject({
      http: 404,
      text: 'Utility file data not available.',
    })
  })
})
