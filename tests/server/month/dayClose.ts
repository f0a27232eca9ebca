import { type Books, type Borrowed, cashOf, type Entry, type Kind } from './books'
import { sum } from './loan'

/** The close of a day: cash of agents and of the counter, by product, what was paid out and posted. */
export function dayClose(
  { entries, kept, expectedOn, loans }: Books,
  day: string,
  agents: readonly number[],
) {
  const counts = entries.filter(({ on }) => on === day)
  const recorded = entries.filter((one) => one.day === day)
  const expected = kept[day] ?? expectedOn(day)
  const flow = (account: string, some: Entry[], kind: Kind) =>
    0 - sum(some.filter((one) => one.kind === kind).map(({ moves }) => moves[account] ?? 0))
  const figures = (account: string, some = counts) => {
    const [savings, lent, reversed] = [
      flow(account, some, 'deposit'),
      flow(account, some, 'repayment'),
      0 - flow(account, some, 'reversal'),
    ]
    return { savings, loans: lent, reversed, collected: savings + lent - reversed }
  }
  const total = (some: Entry[], amountOf: (one: Entry) => number) => ({
    count: some.length,
    amount: sum(some.map(amountOf)),
  })
  const entriesOf = (kind: Kind) => recorded.filter((one) => one.kind === kind)
  const undone = (kind: Kind) => recorded.filter((one) => one.reverses?.kind === kind)
  const postedFor = (kind: Kind, amountOf: (one: Entry) => number, others: Entry[] = []) => ({
    count: entriesOf(kind).length,
    amount: sum([...entriesOf(kind), ...undone(kind), ...others].map(amountOf)),
  })
  const lent = (one: Entry) => 0 - (one.moves['LENT'] ?? 0)
  const isAtCounter = ({ moves }: Entry) => 'CASH' in moves
  const cash = (one: Entry) => one.moves['CASH'] ?? 0
  const products = counts.flatMap((one) => {
    const { kind, product } = one.reverses ?? one
    const collected =
      0 -
      sum(Object.entries(one.moves).map(([name, amount]) => (/^(CASH|agent .*)$/.test(name) ? amount : 0)))
    return kind === 'deposit' || kind === 'repayment'
      ? [{ kind: kind === 'deposit' ? 'saving' : 'loan', name: product ?? '', amount: collected }]
      : []
  })
  const names = [...new Set(products.map(({ kind, name }) => `${kind} ${name}`))].toSorted()
  const borrowed = (one: Entry) => loans.find(({ reference }) => reference in one.moves)?.amount ?? 0
  const commissions = postedFor('commission', (one) => one.moves['TW'] ?? 0)
  const late = counts.filter((one) => one.day > day)
  const counter = figures('CASH')
  return {
    agents: agents.map((id) => ({
      agent_id: id,
      expected: expected[id] ?? 0,
      ...figures(cashOf(id)),
      handed_in: 0 - flow(cashOf(id), counts, 'remittance'),
      paid_out: 0 - flow(cashOf(id), counts, 'payment'),
      set_off: 0 - flow(cashOf(id), counts, 'pay'),
      held: 0 - sum(entries.filter((one) => one.day <= day).map(({ moves }) => moves[cashOf(id)] ?? 0)),
      late: figures(cashOf(id), late).collected,
    })),
    counter: {
      savings: counter.savings,
      loans: counter.loans,
      credits: flow('CASH', counts, 'credit'),
      recoveries: flow('CASH', counts, 'recovery'),
      fees: flow('CASH', counts, 'fee'),
      reversed: counter.reversed,
      late: figures('CASH', late).collected,
    },
    fees: feesOf(recorded),
    products: names.map((name) => {
      const own = products.filter((one) => `${one.kind} ${one.name}` === name)
      return { product: name, count: own.length, amount: sum(own.map(({ amount }) => amount)) }
    }),
    paid_out: {
      loans: total(entriesOf('disbursement'), borrowed),
      loans_reversed: total(undone('disbursement'), borrowed),
      withdrawals: total([...entriesOf('withdrawal'), ...entriesOf('payment')].filter(isAtCounter), cash),
      by_agents: total(
        counts.filter((one) => one.kind === 'payment' && !isAtCounter(one)),
        (one) => 0 - (one.moves['TO-PAY'] ?? 0),
      ),
      agents: total(entriesOf('pay').filter(isAtCounter), cash),
      expenses: { count: 0, amount: 0 },
    },
    posted: {
      penalties: postedFor('penalty', lent, entriesOf('correction')),
      interest: postedFor('interest', (one) => 0 - (one.moves['SW'] ?? 0)),
      charges: postedFor('charge', (one) => one.moves['TW'] ?? 0),
      ...((commissions.count > 0 || commissions.amount !== 0) && { commissions }),
    },
    written_off: postedFor('write-off', (one) => 0 - lent(one)),
  }
}

export const formFee = 'Form'
export const insurance = 'Insurance'
/** What is kept back of a loan of the type that is insured: 2 %, half a kobo up. */
export const keptBackOf = ({ product, amount }: Pick<Borrowed, 'product' | 'amount'>) =>
  product === 'Stock' ? Math.floor((amount * 200 + 5000) / 10_000) : 0

/** The fees of entries: how often each was paid, and from where; below zero for what was reversed. */
function feesOf(recorded: readonly Entry[]) {
  const rowOf = (name: string, kind: Kind) => {
    const some = recorded.filter((one) => (one.reverses ?? one).kind === kind && one.moves['TW'])
    const from = (isFrom: (one: Entry) => boolean) =>
      sum(some.filter(isFrom).map(({ moves }) => moves['TW'] ?? 0))
    const isCash = ({ moves }: Entry) => 'CASH' in moves
    const isLoan = () => kind === 'disbursement'
    return some.length === 0
      ? []
      : [
          {
            name,
            count: some.filter(({ reverses }) => !reverses).length,
            cash: from((one) => !isLoan() && isCash(one)),
            wallet: from((one) => !isLoan() && !isCash(one)),
            loan: from(isLoan),
          },
        ]
  }
  return [...rowOf(formFee, 'fee'), ...rowOf(insurance, 'disbursement')]
}
