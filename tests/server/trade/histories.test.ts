import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { BodyOf, Named, Write } from '#contract/call'
import { calls } from '#contract/index'
import type { BasisPoints, Kobo } from '#contract/values'
import { verifyLedger } from '#server/ledger/verify'
import { lastEndedDay, openRuns, postRuns } from '#server/runs/run'
import { type Dice, diceOf } from '../support/dice'
import { manyCalls, startServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { report, roundsOf, seed } from '../support/rounds'
import { sheetAfterOthers } from '../support/sheets'
import {
  type Deposit,
  dueOf,
  isLastOfMonth,
  type Market,
  monthOf,
  nameOf,
  openBooks,
  type Rhythm,
  share,
  type Terms,
  type Wallet,
} from './books'
import { type Clerk, reversingOf } from './reversing'

/*
 * Histories of savings wallets with every kind of terms, lived through the server's calls: each customer's is one. Deposits by sheet and at
 * the counter, today's and late ones, reversals, transfers, payouts in batches, closings, changes of plan and agent, days without
 * collection and reopened days, and the agents' statements of the months. Each is compared to the kobo with books of plain integers. ROUNDS sets
 * the number of histories (`npm run test:soak -- lived 10000`), SEED where they start.
 */
const histories = roundsOf(200)
const perBatch = 500
const days = 38
const customersOfAgent = 50
const kobo = (amount: number) => amount as Kobo
const rate = (hundredths: number) => hundredths as BasisPoints

const termsBy = (dice: Dice): Terms => ({
  commission: dice.pick(['none', 'amount', 'amount', 'contribution', 'contribution', 'percent', 'percent']),
  charge: dice.within(0, 90_000),
  rate: dice.pick([1000, 350, 5000, 10_000, dice.within(0, 10_000)]),
  cycle: dice.pick(['month', 'days']),
  cycleDays: dice.pick([31, 1, 2, 7, 10, dice.within(3, 20)]),
  taken: dice.pick(['first', 'end']),
  planEnd: dice.pick(['carry-on', 'carry-on', 'pay-out', 'close']),
})
/** Letters that look like no other: names of types do not look alike. */
const letters = 'ABCDEFGHJKMNPRSTUWXY'.split('')
const payRates = { commissions: 1033, savings: 47 }
const ownRates = { commissions: 2500, savings: 0 }

const figures = { calls: 0, seconds: 0, entries: 0, seen: {} as Record<string, number> }
const saw = (what: string) => {
  figures.seen[what] = (figures.seen[what] ?? 0) + 1
}

async function live(count: number, batchSeed: number) {
  const dice = diceOf(batchSeed)
  const { server, close } = await startServer({ limits: manyCalls })
  const { database, clock } = server
  const model = openBooks()
  const { books, accounts } = model
  const trail: string[] = []
  try {
    await database.execute(
      sql`update settings set value = '2026-01-01' where name = 'interest_taken_back_from'`,
    )
    const enter = () => server.enterAs({ role: 'SuperAdmin' })
    const [recorder, keeper, second] = [await enter(), await enter(), await enter()]
    const clerks = [recorder, keeper, second]
    async function goTo(day: number, minute: number) {
      const at = new Date(`${nameOf(day)}T00:00:00+01:00`).getTime() + minute * 60_000
      clock.pass((at - clock.now().getTime()) / 60_000)
      for (const clerk of clerks) clerk.token = await server.openSession(clerk.id)
    }
    async function send<C extends Named<Write>>(
      call: C,
      body: BodyOf<C>,
      by: Clerk = recorder,
      isGood = true,
    ) {
      trail.push(`${nameOf(books.today)} ${call.path} ${JSON.stringify(body)}`)
      const reply = await server.ask(call, body, { token: by.token })
      if (reply.status !== (isGood ? '200' : '400')) throw new Error(`${call.path}: ${reply.text}`)
      figures.calls += 1
      return reply
    }
    const newestId = async (table: string) => {
      const { rows } = await database.execute<{ id: string }>(
        sql`select max(id) as id from ${sql.identifier(table)}`,
      )
      return Number(rows[0]?.id)
    }
    const due = () => ({ now: clock.now(), through: lastEndedDay(clock.now()) })

    // The business opens.
    await goTo(0, 9 * 60)
    await openRuns(database, due())
    await moneyOf(server).pay('PW', kobo(1_000_000_000), { kind: 'Main wallet credit' })
    model.add('PW', 1_000_000_000)
    model.add('CASH', -1_000_000_000)
    const agents: number[] = []
    for (let one = 0; one < Math.ceil(count / customersOfAgent); one += 1)
      agents.push((await server.makeAgent()).id)
    const rates = (of: typeof payRates) => ({
      commission_rate: rate(of.commissions),
      savings_rate: rate(of.savings),
      repayment_rate: rate(0),
    })
    const { setAgentPayTerms, payAgent } = calls.agentPay
    await send(setAgentPayTerms, { from_month: '2026-11-01', agent_id: null, ...rates(payRates) })
    await send(setAgentPayTerms, { from_month: '2026-12-01', agent_id: agents[0] ?? 0, ...rates(ownRates) })
    const markets: (Market & { id: number })[] = []
    const place = { state: 'Lagos', lga: 'Ikeja', status: 'active' as const }
    for (const [weekday, every, first] of [
      [3, 0, 0],
      [1, 5, 3],
      [7, 8, 2],
    ] as const) {
      const fields = { name: `Market ${weekday}`, ...place }
      if (every === 0) await send(calls.markets.createMarket, { ...fields, period: weekday })
      else
        await send(calls.markets.createMarketByDays, {
          ...fields,
          every_days: every,
          from_day: nameOf(first),
        })
      markets.push({ id: await newestId('market_days'), weekday, every, first })
    }
    const types: { id: number; terms: Terms; isMarket: boolean }[] = []
    for (const [one, letter] of letters.entries()) {
      const terms = termsBy(dice)
      const isMarket = one % 4 === 3
      const name = `Type ${letter}`
      const { commission, charge, cycle, taken } = terms
      await send(calls.savings.createSavingType, {
        name,
        category: isMarket ? 'market' : 'daily',
        interest: rate(0),
        charge: kobo(charge),
        commission,
        commission_rate: rate(terms.rate),
        cycle,
        cycle_days: terms.cycleDays,
        taken,
        plan_end: terms.planEnd,
      })
      types.push({ id: await newestId('saving_types'), terms, isMarket })
    }
    for (let one = 0; one < count; one += 1) {
      const agent = agents[one % agents.length] ?? 0
      const { id } = await server.makeCustomer(agent)
      model.customers.push({ id, agent })
    }
    const rhythm = (): Rhythm => dice.pick(['daily', 'daily', 'weekly', 'monthly'])
    const contribution = () => dice.pick([50_000, 20_000, 100_00, dice.within(1, 70_000)])
    async function openWallet(customer: number) {
      const type = dice.pick(types)
      const market = type.isMarket ? dice.pick(markets) : null
      const [fixed, every, duration] = [contribution(), rhythm(), dice.pick([4, 9, 15, 31, 90])]
      const body = {
        customer_id: customer,
        saving_type_id: type.id,
        fixed_amount: kobo(fixed),
        deposit_type: every,
        duration,
      }
      const reply = await send(calls.savings.openSaving, { ...body, ...(market && { market_id: market.id }) })
      const { reference } = reply.output().data
      const made = { id: await newestId('savings'), reference, customer, terms: type.terms, market, duration }
      model.openWallet(made, fixed, every)
      saw(
        `wallet with ${type.terms.commission}, ${type.terms.cycle}, ${type.terms.taken}, ${type.terms.planEnd}`,
      )
    }

    const deposits: Deposit[] = []
    function book(wallet: Wallet, amount: number, day: number, cash: string, reference: string) {
      model.deposit(wallet, amount, day, cash)
      deposits.push({ wallet, amount, day, cash, reference, isReversed: false })
      saw(`${day < books.today ? 'late ' : ''}deposit ${cash === 'CASH' ? 'at the counter' : 'by sheet'}`)
    }
    const amountFor = (wallet: Wallet) =>
      dice.chance(75) ? model.contribution(wallet) * dice.pick([1, 1, 1, 2, 4]) : dice.within(1, 200_000)
    async function sheet(agent: number, day: number, percent: number) {
      const lines = model
        .open()
        .filter((one) => model.agentOf(one.customer) === agent && one.opened <= day && dice.chance(percent))
        .map((wallet) => ({ wallet, amount: amountFor(wallet) }))
      if (lines.length === 0) return
      const { counted_again: _counted, ...body } = await sheetAfterOthers(database, {
        agent_id: agent,
        day: nameOf(day),
        lines: lines.map(({ wallet, amount }) => ({ savings_id: wallet.id, amount: kobo(amount) })),
      })
      const { rows } = (await send(calls.collections.recordSheet, body)).output().data
      for (const [at, { wallet, amount }] of lines.entries())
        book(wallet, amount, day, `agent ${agent}`, rows[at]?.reference ?? '')
    }
    async function atCounter(wallet: Wallet) {
      const [day, amount] = [books.today - dice.pick([0, 0, 1, 5, 7]), amountFor(wallet)]
      const isGood = day >= wallet.opened
      const body = { savings_id: wallet.id, amount: kobo(amount), day: nameOf(day) }
      const reply = await send(calls.savings.recordDeposit, body, recorder, isGood)
      if (isGood) book(wallet, amount, day, 'CASH', reply.output().data.reference)
      else saw('deposit before the opening')
    }
    const { reverseDeposit, reversePosted } = reversingOf({
      database,
      dice,
      model,
      deposits,
      clerks: [recorder, keeper, second],
      dayOf: (day) => (Date.parse(day) - Date.parse(nameOf(0))) / 86_400_000,
      send,
      saw,
    })
    async function transfer(wallet: Wallet) {
      const amount = dice.pick([model.contribution(wallet), wallet.balance, dice.within(1, 200_000)])
      if (amount <= 0) return
      const isGood = model.transfer(wallet, amount)
      saw(isGood ? 'transfer' : 'transfer refused')
      const body = { amount: kobo(amount), customer_id: wallet.customer, savings_ref: wallet.reference }
      await send(calls.customers.savingWalletToMainWallets, body, recorder, isGood)
    }
    async function closeWallet(wallet: Wallet) {
      model.close(wallet)
      saw('closing')
      await send(calls.savings.closeSaving, { savings_id: wallet.id })
    }
    async function changePlan(wallet: Wallet) {
      const [fixed, every] = [contribution(), rhythm()]
      const from = model.change(wallet, fixed, every)
      saw(from === undefined ? 'change of plan that changes nothing' : 'change of plan')
      const body = { savings_id: wallet.id, fixed_amount: kobo(fixed), deposit_type: every }
      const market = markets.find(({ weekday }) => weekday === wallet.market?.weekday)
      const reply = await send(
        calls.savings.changeSavingPlan,
        { ...body, ...(market && { market_id: market.id }) },
        recorder,
        from !== undefined,
      )
      if (from !== undefined) expect(reply.output().data.from_day).toBe(nameOf(from))
    }
    async function reassign() {
      const customer = dice.pick(model.customers)
      const agent = dice.pick(agents)
      if (agent === customer.agent) return
      saw('reassigning')
      await send(calls.customers.assignAgentToCustomer, { agent_id: agent, customer_id: customer.id })
      customer.agent = agent
    }
    async function payOut(agent: number) {
      const { data } = (
        await server.ask(calls.payouts.getEndedCycles, { agent_id: agent }, recorder)
      ).output()
      const ended = model.ended(agent)
      const byId = (rows: readonly [number, number][]) => rows.toSorted(([a], [b]) => a - b)
      expect(byId(data.map(({ savings_id, payable }) => [savings_id, payable]))).toEqual(
        byId(ended.map(({ wallet, payable }) => [wallet.id, payable])),
      )
      const some = ended.filter(() => dice.chance(60))
      if (some.length === 0) return
      const [paid, total] = [
        dice.pick(['main wallet', 'counter'] as const),
        some.reduce((sum, { payable }) => sum + payable, 0),
      ]
      const wallets = some.map(({ wallet }) => wallet.id)
      await send(calls.payouts.requestPayout, { wallets, total: kobo(total), paid })
      const id = await newestId('payout_batches')
      const isYes = dice.chance(85)
      const decision = isYes
        ? ({ status: 'accept', comment: null } as const)
        : ({ status: 'reject', comment: 'Not now' } as const)
      await send(calls.payouts.payoutDecision, { id, ...decision }, keeper)
      saw(isYes ? `payout, ${paid}` : 'payout rejected')
      if (isYes) for (const { wallet, payable } of some) model.payOut(wallet, payable, paid === 'counter')
    }
    async function reopen() {
      const from = books.today - dice.pick([1, 2, 3, 6])
      if (from < 0) return
      const reopening = model.reopening(from)
      const body = { from_day: nameOf(from), reason: 'The clock was wrong' }
      await send(calls.closing.requestReopening, body, recorder, reopening !== undefined)
      saw(reopening ? 'reopening' : 'reopening refused')
      if (!reopening) return
      const id = await newestId('reopenings')
      await send(calls.closing.reopeningDecision, { id, status: 'accept', comment: null }, keeper)
      reopening()
    }
    async function holiday() {
      const day = books.today + dice.within(1, 5)
      if (model.holidays.includes(day)) return
      model.holidays.push(day)
      saw('holiday')
      await send(calls.calendar.createHoliday, { day: nameOf(day), name: 'Holiday' })
    }

    /** The statements of a month that has ended, and what is paid on them. */
    async function payAgents(month: string) {
      const wanted = agents.flatMap((agent) => {
        const rows = model.brought
          .filter(
            (one) => one.month === month && one.agent === agent && (one.earned !== 0 || one.savings !== 0),
          )
          .map(({ customer, earned, savings }) => [customer, earned, savings] as const)
          .toSorted(([a], [b]) => a - b)
        const [earned, savings] = [
          rows.reduce((sum, [, one]) => sum + one, 0),
          rows.reduce((sum, [, , one]) => sum + one, 0),
        ]
        const own = agent === agents[0] && month >= '2026-12' ? ownRates : payRates
        const total = share(earned, own.commissions) + share(savings, own.savings)
        return total === 0 ? [] : [{ agent, earned, savings, total, rows }]
      })
      await send(calls.agentPay.makeAgentStatements, { month: `${month}-01` }, recorder, wanted.length > 0)
      const { rows: made } = await database.execute<{
        id: string
        agent: string
        earned: string
        savings: string
        total: string
        rows: [number, number, number][]
      }>(sql`select s.id, s.agent_id as agent, s.commissions as earned, s.savings, s.total,
          (select json_agg(json_build_array(r.customer_id, r.commissions, r.savings) order by r.customer_id)
            from agent_statement_rows r where r.statement_id = s.id) as rows
        from agent_statements s where s.month = ${`${month}-01`} order by s.agent_id`)
      const found = made.map(({ id: _id, rows, ...one }) => ({
        ...(Object.fromEntries(Object.entries(one).map(([name, value]) => [name, Number(value)])) as object),
        rows,
      }))
      expect(found).toEqual(wanted)
      for (const { id, agent, total } of made) {
        const decision = { id: Number(id), status: 'accept', comment: null } as const
        await send(calls.agentPay.firstAgentStatementDecision, decision, keeper)
        await send(calls.agentPay.secondAgentStatementDecision, decision, second)
        const [name, pay] = [`agent ${agent}`, Number(total)]
        const parts =
          pay < 0 ? [pay] : [Math.floor(pay / 3), pay - Math.floor(pay / 3)].filter((part) => part > 0)
        for (const part of parts) {
          const way = part < 0 || 0 - (accounts[name] ?? 0) >= part ? 'set-off' : 'cash'
          await send(payAgent, { statement_id: Number(id), way, amount: kobo(part < 0 ? 0 - part : part) })
          model.add('PW', 0 - part)
          model.add(way === 'cash' ? 'CASH' : name, part)
          saw(`pay of an agent, ${part < 0 ? 'charged' : way}`)
        }
      }
    }

    async function compare() {
      const { rows: balances } = await database.execute<{ name: string; balance: string }>(
        sql`select name, balance from ledger_accounts where balance <> 0`,
      )
      const wallets = Object.fromEntries(model.wallets.map(({ reference, balance }) => [reference, balance]))
      const sorted = (all: readonly (readonly [string, unknown])[]) =>
        all.toSorted(([a], [b]) => (a < b ? -1 : 1))
      expect(sorted(balances.map(({ name, balance }) => [name, Number(balance)]))).toEqual(
        sorted(Object.entries({ ...accounts, ...wallets }).filter(([, balance]) => balance !== 0)),
      )
      const { rows: stored } = await database.execute<{ wallet: unknown[]; cycles: unknown[] | null }>(sql`
        select json_build_array(s.id, s.status, s.due_date, case s.status when 'active' then s.charge_owed end,
            case s.status when 'active' then s.fixed_amount end) as wallet,
          (select json_agg(json_build_array(c.number, c.from_day, c.through_day, c.fixed_amount, c.paid, c.due, c.taken, c.waived) order by c.number)
            from savings_cycles c where c.savings_id = s.id) as cycles
        from savings s order by s.id`)
      expect(stored).toEqual(
        model.wallets.map((one) => ({
          wallet: [
            one.id,
            one.isOpen ? 'active' : 'closed',
            nameOf(one.due),
            one.isOpen ? one.owed : null,
            one.isOpen ? model.contribution(one) : null,
          ],
          cycles:
            one.cycles.size === 0
              ? null
              : [...one.cycles.values()]
                  .toSorted((a, b) => a.number - b.number)
                  .map((cycle) => [
                    cycle.number,
                    nameOf(cycle.from),
                    nameOf(cycle.through),
                    cycle.fixed,
                    cycle.paid,
                    dueOf(one, cycle),
                    cycle.taken,
                    cycle.waived,
                  ]),
        })),
      )
      const { rows: runs } = await database.execute<Record<string, unknown>>(sql`
        select kind, day::text, posted, amount::float8, skipped from runs
        where reopening_id is null and (posted > 0 or skipped > 0) order by day, id`)
      expect(runs).toEqual(model.runs().map(({ day, ...run }) => ({ ...run, day: nameOf(day) })))
    }

    const expectedOn = (day: number) =>
      agents.map((agent) => model.expected(agent, day).reduce((sum, [, amount]) => sum + amount, 0))
    async function inDayClose(day: number) {
      const { data } = (await server.ask(calls.closing.getDayClose, { day: nameOf(day) }, recorder)).output()
      return agents.map((agent) => data.agents.find((one) => one.agent_id === agent)?.expected ?? 0)
    }
    /** The day's close and the dashboard expect what the sheets do, also one of an earlier day. */
    async function compareExpected() {
      const expected = expectedOn(books.today)
      expect(await inDayClose(books.today)).toEqual(expected)
      const insight = (await server.ask(calls.dashboard.getInsight, {}, recorder)).output().data
      expect(insight.today?.savings.expected).toBe(expected.reduce((sum, amount) => sum + amount, 0))
      const [agent, earlier] = [dice.pick(agents), Math.max(0, books.today - dice.within(1, 7))]
      for (const day of [books.today, earlier]) {
        const body = { agent_id: agent, day: nameOf(day) }
        const { data } = (await server.ask(calls.collections.getCollectionSheet, body, recorder)).output()
        const lines = data.lines.map((one) => [one.savings_id, one.expected] as const)
        expect(lines.toSorted(([a], [b]) => a - b)).toEqual(model.expected(agent, day))
      }
    }

    const everyDay = (percent: number) => Math.ceil((count * percent) / 100)
    const several = async (times: number, act: () => Promise<void>) => {
      for (let one = 0; one < times; one += 1) await act()
    }
    const some = async (act: (wallet: Wallet) => Promise<void>) => {
      const all = model.open()
      if (all.length > 0) await act(dice.pick(all))
    }
    for (let day = 0; day < days; day += 1) {
      if (day > 0) {
        await goTo(day, 10)
        books.today = day
        await postRuns(database, due())
        const isReopened = books.closed < day - 2
        while (books.closed < day - 1) {
          const ended = books.closed + 1
          const expected = expectedOn(ended)
          model.closeDay(ended)
          if (!isReopened && day % 3 === 0) expect(await inDayClose(ended)).toEqual(expected)
        }
        await goTo(day, 8 * 60)
        if (day % 3 === 1) await compareExpected()
      }
      if (day === 1) {
        model.closedWeekdays.push({ from: 2, weekdays: [7] })
        await send(calls.calendar.setClosedWeekdays, { from_day: nameOf(2), weekdays: [7] })
      }
      // Every customer has a wallet from the first days on, some get another one later.
      for (const { id } of model.customers)
        if (day < 4 ? id % 4 === day : dice.chance(0.7)) await openWallet(id)
      for (const agent of agents) {
        if (dice.chance(75)) await sheet(agent, day, 40)
        if (day > 0 && dice.chance(35)) await sheet(agent, Math.max(0, day - dice.within(1, 7)), 15)
        if (day > 3 && dice.chance(20)) await payOut(agent)
      }
      await several(everyDay(1), () => some(atCounter))
      await several(everyDay(2), reverseDeposit)
      await several(everyDay(1), reversePosted)
      await several(everyDay(2), () => some(transfer))
      await several(everyDay(0.5), () => some(changePlan))
      await several(everyDay(0.3), () => some(closeWallet))
      clock.pass(1)
      await several(everyDay(0.3), reassign)
      clock.pass(1)
      if (dice.chance(12)) await holiday()
      if (dice.chance(10)) await reopen()
      if (day > 0 && isLastOfMonth(day - 1)) await payAgents(monthOf(day - 1))
      if (day % 4 === 3 || day === days - 1) await compare()
    }
    const { faults, entries } = await verifyLedger(database)
    expect(faults).toEqual([])
    figures.entries += entries
  } catch (error) {
    if (error instanceof Error)
      error.message = `Seed ${batchSeed}. ${error.message}\n${trail.slice(-12).join('\n')}`
    throw error
  } finally {
    await close()
  }
}

it(
  'wallets and agents of random months are those of plain integers, to the kobo',
  async () => {
    const start = performance.now()
    for (let made = 0; made < histories; made += perBatch)
      await live(Math.min(perBatch, histories - made), seed + made)
    figures.seconds = (performance.now() - start) / 1000
    report(`histories of wallets from seed ${seed}`, { histories, ...figures })
  },
  // Ends hangs only.
  600_000 + histories * 2000,
)
