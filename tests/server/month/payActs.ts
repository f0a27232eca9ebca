import { calls } from '#contract/index'
import type { BasisPoints } from '#contract/values'
import { cashOf, type Entry, type Kind } from './books'
import { firstOf } from './cycles'
import { accept, type Acts, type Desk, kobo, reject } from './desk'
import { dayAfter, sum } from './loan'

/** Hundredths of a percent of commissions and charges, of savings and of repayments. */
type Rates = { commissions: number; savings: number; repayments: number }
export type Statement = {
  id: number
  agent: number
  month: string
  commissions: number
  savings: number
  repayments: number
  total: number
  /** 0 and 1 await a decision; 2 is approved, 3 rejected. */
  state: number
  paid: number
}

const basisPoints = (rate: number) => rate as BasisPoints
/** Half a kobo away from zero. */
const share = (amount: number, rate: number) =>
  Math.sign(amount) * Math.floor((Math.abs(amount) * rate + 5_000) / 10_000)

/** What agents brought in a month, which counts when it is recorded, and a reversal in its own month. */
function broughtIn(entries: readonly Entry[], agent: number, month: string) {
  const of = (kind: Kind) =>
    entries.filter((one) => firstOf(one.day) === month && (one.reverses ?? one).kind === kind)
  const collected = (kind: Kind) => 0 - sum(of(kind).map(({ moves }) => moves[cashOf(agent)] ?? 0))
  return {
    commissions: sum(
      [...of('charge'), ...of('commission')].flatMap((one) =>
        one.agent === agent ? [one.moves['TW'] ?? 0] : [],
      ),
    ),
    savings: collected('deposit'),
    repayments: collected('repayment'),
  }
}

/** The terms of agents' commission, their statements and payments. */
export function payActs(desk: Desk, decided: { statements: Statement[] }): Acts {
  const { books, dice, send, saw, accepts, pickUnseen, database, agents } = desk
  const { recorder, keeper, second } = desk.clerks
  const { post, balance } = books
  const { statements } = decided
  const today = () => books.books.today
  const terms: { agent: number | null; from: string; rates: Rates | null }[] = []
  const ratesOf = (agent: number, month: string) => {
    const last = (owner: number | null) =>
      terms
        .filter((one) => one.agent === owner && one.from <= month)
        .reduce<(typeof terms)[number] | undefined>(
          (newest, one) => (newest && newest.from > one.from ? newest : one),
          undefined,
        )?.rates
    return last(agent) ?? last(null) ?? undefined
  }
  async function setTerms(agent: number | null, from: string, rates: Rates | null) {
    const body = {
      from_month: from,
      agent_id: agent,
      commission_rate: rates && basisPoints(rates.commissions),
      savings_rate: rates && basisPoints(rates.savings),
      repayment_rate: rates && basisPoints(rates.repayments),
    }
    await send(calls.agentPay.setAgentPayTerms, body, recorder)
    terms.push({ agent, from, rates })
    saw(rates ? 'terms of agents' : 'terms of an agent taken back')
  }
  const someRates = () => ({
    commissions: dice.within(0, 4_000),
    savings: dice.within(0, 200),
    repayments: dice.within(0, 150),
  })

  const acts: Acts = {
    'terms of agents': [
      100,
      async () => {
        // On the first day, and then seldom.
        if (terms.length > 0 && !dice.chance(12)) return
        const next = firstOf(dayAfter(firstOf(today()), 31))
        const from = terms.length === 0 ? firstOf(today()) : dice.pick([firstOf(today()), next])
        if (terms.length === 0 || dice.chance(20)) return setTerms(null, from, someRates())
        await setTerms(
          dice.pick(agents),
          from,
          accepts(75, 'terms of an agent taken back') ? someRates() : null,
        )
      },
    ],
    'statements of agents': [
      25,
      async () => {
        const before = firstOf(dayAfter(firstOf(today()), -1))
        const month = dice.pick([
          before,
          before,
          before,
          before,
          firstOf(dayAfter(before, -1)),
          firstOf(today()),
        ])
        const named = dice.chance(40) ? dice.pick(agents) : undefined
        const made = agents.flatMap((agent) => {
          const own = statements.filter((one) => one.agent === agent && one.month === month)
          const isOpen = named === undefined ? own.length === 0 : own.every(({ state }) => state === 3)
          const rates = ratesOf(agent, month)
          if (month === firstOf(today()) || (named ?? agent) !== agent || !isOpen || !rates) return []
          const brought = broughtIn(books.entries, agent, month)
          const total =
            share(brought.commissions, rates.commissions) +
            share(brought.savings, rates.savings) +
            share(brought.repayments, rates.repayments)
          return total === 0 ? [] : [{ agent, month, ...brought, total, state: 0, paid: 0 }]
        })
        const body = { month, ...(named !== undefined && { agent_id: named }) }
        const isGood = made.length > 0
        const reply = await send(calls.agentPay.makeAgentStatements, body, recorder, isGood)
        if (!isGood) return saw('statements of nothing')
        const { data } = reply.output()
        if (data.made !== made.length || data.total !== sum(made.map(({ total }) => total)))
          throw new Error(`${JSON.stringify(data)} was made, and not ${JSON.stringify(made)}.`)
        for (const one of made) {
          const { rows } = await database.$client.query<{ id: string }>(
            'select max(id) as id from agent_statements where agent_id = $1 and month = $2',
            [one.agent, one.month],
          )
          statements.push({ id: Number(rows[0]?.id), ...one })
          saw(one.total < 0 ? 'statement below zero' : 'statement')
        }
      },
    ],
    'statement decision': [
      90,
      async () => {
        const one = dice.some(statements.filter(({ state }) => state < 2))
        if (!one) return
        const isYes = accepts(88, 'statement rejected')
        const { firstAgentStatementDecision, secondAgentStatementDecision } = calls.agentPay
        const [call, by] =
          one.state === 0 ? [firstAgentStatementDecision, keeper] : [secondAgentStatementDecision, second]
        await send(call, { id: one.id, ...(isYes ? accept : reject) }, by)
        one.state = isYes ? one.state + 1 : 3
        if (!isYes) return saw('statement rejected')
        if (dice.chance(80)) await acts['statement decision']?.[1]()
      },
    ],
    'payment of an agent': [
      90,
      async () => {
        const one = dice.some(statements.filter(({ state, total, paid }) => state === 2 && paid !== total))
        if (!one) return
        const open = one.total - one.paid
        const size = Math.abs(open)
        const [cash, isOwed] = [cashOf(one.agent), open < 0]
        const ways = ['cash', 'set-off'] as const
        const way = pickUnseen(ways, (one) => `payment of an agent, ${one}`)
        const held = 0 - balance(cash)
        const most = way === 'set-off' && !isOwed && held > 0 ? Math.min(size, held) : size
        const isFair = accepts(85, `refused payment of an agent, ${way}`)
        const fair = dice.pick([most, Math.ceil(most / 2), Math.ceil(most / 3)])
        const amount = isOwed ? size : isFair ? fair : size + 1
        const isOffered = isOwed ? way === 'set-off' : amount <= size && (way === 'cash' || amount <= held)
        const isGood = isOffered && (isOwed || amount <= balance('PW'))
        const body = { statement_id: one.id, way, amount: kobo(amount) }
        await send(calls.agentPay.payAgent, body, keeper, isGood)
        if (!isGood) return saw(`refused payment of an agent, ${way}`)
        const paid = isOwed ? 0 - amount : amount
        post('pay', { PW: 0 - paid, [way === 'cash' ? 'CASH' : cash]: paid })
        one.paid += paid
        saw(isOwed ? 'agent charged' : `payment of an agent, ${way}`)
        if (dice.chance(60)) await acts['payment of an agent']?.[1]()
      },
    ],
  }
  return acts
}
