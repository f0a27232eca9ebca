import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { BodyOf, Named, Write } from '#contract/call'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { lastEndedDay, openRuns, postRuns } from '#server/runs/run'
import { diceOf } from '../support/dice'
import { startServer, manyCalls } from '../support/harness'
import { rate } from '../support/people'
import { type Borrowed, type Contribution, type Entry, openBooks, type Wallet } from './books'
import type { Commission } from './cycles'
import { formFee, insurance } from './dayClose'
import { forgive, mayForgive, type Period } from './loan'

export const kobo = (amount: number) => amount as Kobo
const naira = (amount: number) => kobo(amount * 100)

export const accept = { status: 'accept', comment: 'As seen' } as const
export const reject = { status: 'reject', comment: 'Not now' } as const
/** What is done in a month, each with how likely it is on a day. */
export type Acts = Record<string, [percent: number, act: () => Promise<void>]>

/** A movement that may be reversed: who recorded it, whether its loan or wallet lets it, and what that does to them. */
export type Movement = {
  kind: string
  reference: string
  by: number
  entry: Entry
  loan?: Borrowed
  may: () => boolean
  undo: () => void
}
export type Desk = Awaited<ReturnType<typeof openDesk>>
export type Clerk = { id: number; token: string }

const firstDay = '2026-11-27'

/** A business that opens: admins with the rights of their work, agents, customers, types and wallets, on a database of its own. */
export async function openDesk(seed: number) {
  const { server, close } = await startServer({ limits: manyCalls })
  const { database, clock } = server
  const dice = diceOf(seed)
  const lagosMidnight = (day: string) => new Date(`${day}T00:00:00+01:00`).getTime()
  /** Moves the clock to a minute of a day; admins sign in again. */
  async function goTo(day: string, minute: number) {
    clock.pass((lagosMidnight(day) + minute * 60_000 - clock.now().getTime()) / 60_000)
    for (const clerk of Object.values(clerks)) clerk.token = await server.openSession(clerk.id)
  }
  clock.pass((lagosMidnight(firstDay) + 9 * 3_600_000 - clock.now().getTime()) / 60_000)
  // Otherwise the time of the machine, which is not the one that this test sets.
  await database.execute(
    sql`update settings set value = '2026-01-01' where name = 'interest_taken_back_from'`,
  )

  const decides = [
    'can-do-first-approval',
    'can-do-second-approval',
    'can-view-arrears',
    'can-view-day-close',
    'can-approve-collection',
  ] as const
  const recorder = await server.enter(
    'can-record-collection',
    'can-record-remittance',
    'can-credit-customer',
    'can-create-withdrawal',
    'can-register-customer',
    'can-open-saving',
    'can-close-saving',
    'can-create-loan',
    'can-reassign-customer-to-agent',
    'can-change-customer-status',
    'can-create-request',
    'can-write-off-loan',
    'can-reschedule-loan',
    'can-request-reversal',
    'can-view-withdrawal',
    'can-take-fee',
    'can-request-payout',
    'can-edit-agent-pay',
  )
  const keeper = await server.enter(
    'can-view-books',
    ...decides,
    'can-approve-withdrawal',
    'can-approve-reversal',
    'can-request-reversal',
    'can-view-loan-details',
    'can-view-withdrawal',
    'can-create-saving-type',
    'can-create-loan-type',
    'can-edit-fee',
    'can-create-market-day',
    'can-create-agent',
    'can-edit-calendar',
    'can-approve-payout',
    'can-view-agent-pay',
    'can-pay-agent',
    'can-view-remittance',
  )
  const second = await server.enter(...decides, 'can-approve-reversal')
  const clerks = { recorder, keeper, second }

  const books = openBooks(firstDay)
  const seen: Record<string, number> = {}
  const trail: string[] = []
  /** Makes a change, and expects that it is done, or refused. */
  async function send<C extends Named<Write>>(call: C, body: BodyOf<C>, by: Clerk, isGood = true) {
    trail.push(`${books.books.today} ${call.path} ${JSON.stringify(body)}`)
    // What comes later has a later time.
    clock.pass(1 / 60)
    const reply = await server.ask(call, body, { token: by.token, key: randomUUID() })
    expect(reply.status, `${call.path}: ${reply.text}`).toBe(isGood ? '200' : '400')
    return reply
  }
  const saw = (kind: string) => {
    seen[kind] = (seen[kind] ?? 0) + 1
  }
  /** Whether something is accepted; less likely while none of its kind was rejected. */
  const accepts = (percent: number, rejected: string) =>
    dice.chance(seen[rejected] === undefined ? percent / 2 : percent)
  /** One of some ways, mostly one that was not seen yet. */
  function pickUnseen<T extends string>(ways: readonly T[], kindOf: (way: T) => string): T {
    const unseen = ways.filter((way) => seen[kindOf(way)] === undefined)
    return dice.pick(unseen.length > 0 && dice.chance(75) ? unseen : ways)
  }
  const idOf = async (table: string, reference: string) => {
    const { rows } = await database.execute<{ id: string }>(
      sql`select id from ${sql.identifier(table)} where reference = ${reference}`,
    )
    return Number(rows[0]?.id)
  }
  const newestId = async (table: string) => {
    const { rows } = await database.execute<{ id: string }>(
      sql`select max(id) as id from ${sql.identifier(table)}`,
    )
    return Number(rows[0]?.id)
  }

  const due = () => ({ now: clock.now(), through: lastEndedDay(clock.now()) })
  await openRuns(database, due())
  const movements: Movement[] = []
  /** Begins a day: the server closes the ones before. */
  async function beginDay(day: string) {
    await goTo(day, 10)
    books.books.today = day
    await postRuns(database, due())
    for (const { loan, at, entry } of books.closeDays()) {
      saw('penalty')
      const { rows } = await database.execute<{
        reference: string
      }>(sql`select h.reference from loan_history h
        join loan_repayment_schedule s on s.id = h.instalment_id
        where h.loan_id = ${loan.id} and s.number = ${at + 1} and h.kind = 'penalty' and h.reverses_id is null
        order by h.id desc limit 1`)
      const reference = rows[0]?.reference ?? ''
      const [may, undo] = [() => mayForgive(loan, at), () => forgive(loan, at)]
      movements.push({ kind: 'penalty', reference, by: 0, entry, loan, may, undo })
    }
    for (const { kind, posted, skipped, state } of books.runs) {
      if (kind !== 'penalties' && posted > 0) saw(kind)
      if (kind === 'charges' && skipped > 0) saw('rest of a charge')
      if (state === 'short') saw('interest short of SW')
    }
    await goTo(day, 8 * 60)
  }

  // People and products.
  const agents: number[] = []
  for (const name of ['Bola Ige', 'Zainab Sule', 'Chidi Eze']) {
    const number = agents.length + 1
    const person = {
      name,
      email: `agent${number}@alajo.test`,
      phone_number: `0809000000${number}`,
      state: 'Lagos',
      lga: 'Ikeja',
    }
    await send(calls.agents.addAgent, person, keeper)
    agents.push(await newestId('agents'))
  }
  const markets = [1, 4].map((period) => ({ period, id: 0 }))
  for (const market of markets) {
    const fields = {
      name: `Market ${market.period}`,
      state: 'Lagos',
      lga: 'Ikeja',
      status: 'active' as const,
    }
    await send(calls.markets.createMarket, { ...fields, period: market.period }, keeper)
    market.id = await newestId('market_days')
  }
  const savingTypes: {
    id: number
    name: string
    category: 'daily' | 'market' | 'microsoft'
    interest: number
    charge: number
    commission?: Commission
  }[] = [
    { id: 0, name: 'Daily', category: 'daily', interest: 1137, charge: naira(150) },
    { id: 0, name: 'Market', category: 'market', interest: 450, charge: naira(0) },
    { id: 0, name: 'Microsoft', category: 'microsoft', interest: 733, charge: naira(999) },
    {
      id: 0,
      name: 'Thrift',
      category: 'daily',
      interest: 0,
      charge: naira(0),
      commission: { of: 'contribution', size: 0, days: 7, isFirst: true },
    },
    {
      id: 0,
      name: 'Esusu',
      category: 'market',
      interest: 611,
      charge: naira(0),
      commission: { of: 'percent', size: 333, days: null, isFirst: true },
    },
    {
      id: 0,
      name: 'Ajo',
      category: 'daily',
      interest: 299,
      charge: naira(0),
      commission: { of: 'amount', size: naira(270), days: 10, isFirst: false },
    },
  ]
  for (const type of savingTypes) {
    const { name, category, charge, commission } = type
    const terms = commission && {
      commission: commission.of,
      commission_rate: rate(commission.of === 'percent' ? commission.size / 100 : 0),
      cycle: commission.days === null ? ('month' as const) : ('days' as const),
      ...(commission.days !== null && { cycle_days: commission.days }),
      taken: commission.isFirst ? ('first' as const) : ('end' as const),
    }
    const amount = commission?.of === 'amount' ? kobo(commission.size) : kobo(charge)
    await send(
      calls.savings.createSavingType,
      { name, category, interest: rate(type.interest / 100), charge: amount, ...terms },
      keeper,
    )
    type.id = await newestId('saving_types')
  }
  const loanTypes = [
    {
      id: 0,
      name: 'Stall',
      rate: 1250,
      penaltyRate: 500,
      grace: 0,
      periods: ['daily', 'weekly'] as Period[],
    },
    {
      id: 0,
      name: 'Stock',
      rate: 737,
      penaltyRate: 333,
      grace: 2,
      periods: ['daily', 'weekly', 'monthly'] as Period[],
    },
    { id: 0, name: 'Family', rate: 0, penaltyRate: 1000, grace: 1, periods: ['weekly'] as Period[] },
  ]
  for (const type of loanTypes) {
    const { name, grace, periods } = type
    const rates = { interest_rate: rate(type.rate / 100), penalty_rate: rate(type.penaltyRate / 100) }
    await send(
      calls.loans.createLoanType,
      { name, description: 'Goods', ...rates, grace_days: grace, periods },
      keeper,
    )
    type.id = await newestId('loan_types')
  }

  const fee = { amount: naira(0), rate: rate(0) }
  await send(
    calls.fees.createFee,
    {
      name: formFee,
      applies_to: 'customer',
      moment: 'registration',
      kind: 'amount',
      ...fee,
      amount: naira(500),
    },
    keeper,
  )
  const fees = { form: await newestId('fees') }
  const loan_type_id = loanTypes.find(({ name }) => name === 'Stock')?.id ?? 0
  const ofLoans = { applies_to: 'loan', moment: 'kept-back', kind: 'percent', loan_type_id } as const
  await send(calls.fees.createFee, { name: insurance, ...ofLoans, ...fee, rate: rate(2) }, keeper)

  async function register(agent: number) {
    const number = String(books.customers.length + 1).padStart(2, '0')
    const person = {
      first_name: 'Sade',
      last_name: 'Ojo',
      phone_number: `080700000${number}`,
      home_address: '4 Broad Street',
      office_address: '',
    }
    const reply = await send(
      calls.customers.registerCustomer,
      { ...person, state: 'Lagos', lga: 'Ikeja', agent_id: agent },
      recorder,
    )
    const { id } = reply.output().data
    books.customers.push({ id, agent, isActive: true })
    return id
  }
  async function openWallet(customer: number) {
    const type = dice.pick(savingTypes)
    const market = type.category === 'market' ? dice.pick(markets) : undefined
    const fixed = naira(dice.within(2, 20) * 50)
    const every = dice.pick(['daily', 'daily', 'weekly', 'monthly'] as const)
    const body = {
      customer_id: customer,
      saving_type_id: type.id,
      fixed_amount: fixed,
      deposit_type: every,
      duration: 90,
    }
    const reply = await send(
      calls.savings.openSaving,
      { ...body, ...(market && { market_id: market.id }) },
      recorder,
    )
    const { reference } = reply.output().data
    const plan: Contribution = { fixed, every, market: market?.period ?? null }
    const wallet: Wallet = {
      id: await idOf('savings', reference),
      reference,
      customer,
      product: type.name,
      yearly: type.interest,
      charge: type.charge,
      commission: type.commission ?? null,
      cycles: [],
      ...plan,
      plans: [{ from: books.books.today, ...plan }],
      openedOn: books.books.today,
      isOpen: true,
      owed: {},
      done: [],
    }
    books.wallets.push(wallet)
    saw(`open ${type.name}`)
    return wallet
  }
  for (let number = 0; number < 8; number += 1) {
    const customer = await register(agents[number % 3] ?? 0)
    await openWallet(customer)
    if (number % 2 === 0) await openWallet(customer)
  }

  return {
    server,
    close,
    database,
    goTo,
    dice,
    seen,
    saw,
    accepts,
    pickUnseen,
    trail,
    send,
    idOf,
    newestId,
    clerks,
    books,
    movements,
    agents,
    markets,
    loanTypes,
    fees,
    openWallet,
    beginDay,
    firstDay,
  }
}
