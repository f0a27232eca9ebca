import { calls } from '#contract/index'
import {
  cashOf,
  type Contribution,
  type Entry,
  mainOf,
  type Moves,
  planOn,
  type ToPay,
  type Wallet,
} from './books'
import { isClosed, nextOpen } from './calendar'
import { owedOf, spanOf } from './cycles'
import { accept, type Acts, type Clerk, type Desk, kobo, type Movement, reject } from './desk'
import { dayAfter, sum } from './loan'

export type Payout = {
  id: number
  way: 'main wallet' | 'counter' | 'agent'
  payOn: string | undefined
  items: { wallet: Wallet; amount: number }[]
}
type Decided = {
  payouts: Payout[]
  withdrawals: { id: number; customer: number; amount: number }[]
}
type Move = (kind: string, reference: string, entry: Entry, by: Clerk, more: Pick<Movement, 'may'>) => void

/** Payouts of ended cycles, withdrawals that agents pay, and changes of plans. */
export function payoutActs(desk: Desk, decided: Decided, move: Move) {
  const { books, dice, send, saw, accepts, pickUnseen, idOf, database } = desk
  const { recorder, keeper } = desk.clerks
  const { wallets, customers, post, balance, spendable, toPay } = books
  const today = () => books.books.today
  const agentOf = (id: number) => customers.find((one) => one.id === id)?.agent ?? 0
  /** When each wallet was paid out. */
  const paidOut = new Map<Wallet, Entry[]>()
  const awaitsCash = ({ customer }: Wallet) => decided.withdrawals.some((one) => one.customer === customer)
  const isUndecided = (wallet: Wallet) =>
    decided.payouts.some(({ items }) => items.some((one) => one.wallet === wallet))
  const payable = (wallet: Wallet) => spendable(wallet.reference) - owedOf(wallet, balance(wallet.reference))
  /** Whether a wallet's last cycle has ended, and it was not paid out since. */
  function isRipe(wallet: Wallet) {
    const { from } = spanOf(wallet, today())
    const isPaidOut = (paidOut.get(wallet) ?? []).some(({ day, isReversed }) => !isReversed && day >= from)
    return wallet.isOpen && wallet.openedOn < from && !isPaidOut && payable(wallet) > 0
  }
  const mayPayOut = (wallet: Wallet) => isRipe(wallet) && !awaitsCash(wallet)

  function letPay(id: number, customer: number, amount: number, payOn: string) {
    toPay.push({ id, customer, amount, payOn })
    post('withdrawal', { [mainOf(customer)]: 0 - amount, 'TO-PAY': amount })
  }
  function settle(one: ToPay, kind: 'payment' | 'cancellation', to: string, on = today()) {
    toPay.splice(toPay.indexOf(one), 1)
    post(kind, { 'TO-PAY': 0 - one.amount, [to]: one.amount }, { on })
  }
  /** With the sheet of the agent and day. */
  function pay(one: ToPay, agent: number, day: string) {
    saw(day < today() ? 'withdrawal paid with a late sheet' : 'withdrawal paid by the agent')
    settle(one, 'payment', cashOf(agent), day)
  }
  /** So many days from today, or the next day with collection. The first day without it that is near is refused. */
  async function payDay(days: number, refuse: (day: string) => Promise<unknown>) {
    const near = [0, 1, 2, 3, 4].map((later) => dayAfter(today(), later))
    const closed = near.find((day) => isClosed(books.calendar, day))
    if (closed) {
      await refuse(closed)
      saw('payment on a day without collection')
    }
    return nextOpen(books.calendar, dayAfter(today(), days))
  }
  async function approveForAgent({ id, customer, amount }: Decided['withdrawals'][number]) {
    const approve = (day: string, isGood = true) =>
      send(calls.withdrawals.approveWithdrawalForAgent, { id, pay_on: day }, keeper, isGood)
    const payOn = await payDay(dice.pick([0, 0, 1, 1, 2]), (day) => approve(day, false))
    await approve(payOn)
    letPay(id, customer, amount, payOn)
    saw('withdrawal for the agent')
  }

  async function payOut({ id, way, payOn, items }: Payout) {
    const { rows } = await database.$client.query<{
      savings_id: string
      reference: string
      withdrawal_id: string | null
    }>(
      `select i.savings_id, e.reference, i.withdrawal_id from payout_items i
        join ledger_entries e on e.id = i.entry_id where i.batch_id = $1`,
      [id],
    )
    for (const { wallet, amount } of items) {
      const row = rows.find(({ savings_id }) => Number(savings_id) === wallet.id)
      const main = mainOf(wallet.customer)
      books.takeOwed(wallet)
      const entry = post('transfer', { [wallet.reference]: 0 - amount, [main]: amount })
      paidOut.set(wallet, [...(paidOut.get(wallet) ?? []), entry])
      move('payout', row?.reference ?? '', entry, keeper, { may: () => wallet.isOpen })
      if (payOn) letPay(Number(row?.withdrawal_id), wallet.customer, amount, payOn)
      else if (way === 'counter') post('withdrawal', { [main]: 0 - amount, CASH: amount } satisfies Moves)
    }
    saw(`payout, ${way}`)
  }

  const acts: Acts = {
    'payout request': [
      25,
      async () => {
        const way = pickUnseen(['main wallet', 'counter', 'agent'] as const, (one) => `payout, ${one}`)
        const ready = wallets.filter((one) => mayPayOut(one) && !isUndecided(one))
        const wrong = dice.some(wallets.filter((one) => !mayPayOut(one) || isUndecided(one)))
        const chosen = ready.filter(() => dice.chance(50))
        const isGood = !wrong || dice.chance(80)
        if (!isGood) chosen.push(wrong)
        if (chosen.length === 0) return
        const items = chosen.map((wallet) => ({ wallet, amount: Math.max(0, payable(wallet)) }))
        const body = {
          wallets: chosen.map(({ id }) => id),
          total: kobo(sum(items.map(({ amount }) => amount))),
          paid: way,
        }
        const request = (day?: string, isFair = isGood) =>
          send(calls.payouts.requestPayout, { ...body, ...(day && { pay_on: day }) }, recorder, isFair)
        const payOn =
          way === 'agent' ? await payDay(dice.within(0, 4), (day) => request(day, false)) : undefined
        const reply = await request(payOn)
        if (!isGood) return saw('payout of a wallet that is not ready')
        const id = await idOf('payout_batches', reply.output().data.reference)
        decided.payouts.push({ id, way, payOn, items })
      },
    ],
    'payout decision': [
      45,
      async () => {
        const one = decided.payouts[0]
        if (!one) return
        const { id, payOn, items } = one
        const isYes = accepts(88, 'payout rejected')
        const isCovered = items.every(({ wallet, amount }) => mayPayOut(wallet) && amount <= payable(wallet))
        const isGood = !isYes || (isCovered && (payOn === undefined || payOn >= today()))
        await send(calls.payouts.payoutDecision, { id, ...(isYes ? accept : reject) }, keeper, isGood)
        if (!isGood) await send(calls.payouts.payoutDecision, { id, ...reject }, keeper)
        decided.payouts.splice(0, 1)
        if (isYes && isGood) return payOut(one)
        saw(isYes ? 'payout no longer covered' : 'payout rejected')
      },
    ],
    'payment of a withdrawal': [
      60,
      async () => {
        const isOver = ({ payOn, customer }: ToPay) =>
          payOn < today() || books.sheets.has(`${agentOf(customer)} ${payOn}`)
        const wanted = accepts(70, 'withdrawal that the agent may be paying')
        const due = toPay.filter(({ payOn }) => payOn <= today())
        const one = dice.some(due.filter((some) => isOver(some) === wanted)) ?? dice.some(due)
        if (!one) return
        const { id, customer } = one
        const isGood = isOver(one)
        const ways = ['agent', 'counter', 'cancel'] as const
        const payment = pickUnseen(ways, (way) => `unpaid withdrawal, ${way}`)
        const ask = (day?: string, isFair = isGood) =>
          send(
            calls.withdrawals.withdrawalPayment,
            { id, payment, comment: 'Was not at home', ...(day && { pay_on: day }) },
            keeper,
            isFair,
          )
        const days = dice.within(0, 3)
        const later = payment === 'agent' ? await payDay(days, (day) => ask(day, false)) : undefined
        await ask(later)
        if (!isGood) return saw('withdrawal that the agent may be paying')
        if (later) one.payOn = later
        else if (payment === 'counter') settle(one, 'payment', 'CASH')
        else settle(one, 'cancellation', mainOf(customer))
        saw(`unpaid withdrawal, ${payment}`)
      },
    ],
    'change of a plan': [
      30,
      async () => {
        const wallet = dice.some(wallets.filter(({ isOpen }) => isOpen))
        if (!wallet) return
        const from = dayAfter(spanOf(wallet, today()).through, 1)
        const next = planOn(wallet, from)
        const market = next.market === null ? undefined : dice.pick(desk.markets)
        const other: Contribution = {
          fixed: dice.within(2, 20) * 5_000,
          every: dice.pick(['daily', 'weekly', 'monthly'] as const),
          market: market?.period ?? null,
        }
        const plan = accepts(85, 'change of a plan that changes nothing') ? other : next
        const isGood = plan.fixed !== next.fixed || plan.every !== next.every || plan.market !== next.market
        const id = desk.markets.find(({ period }) => period === plan.market)?.id
        const body = {
          savings_id: wallet.id,
          fixed_amount: kobo(plan.fixed),
          deposit_type: plan.every,
          ...(id && { market_id: id }),
        }
        await send(calls.savings.changeSavingPlan, body, recorder, isGood)
        if (!isGood) return saw('change of a plan that changes nothing')
        saw(wallet.plans.some((one) => one.from === from) ? 'change of a plan again' : 'change of a plan')
        const [opened, ...later] = wallet.plans
        wallet.plans = [opened, ...later.filter((one) => one.from !== from), { from, ...plan }]
      },
    ],
  }
  return { acts, pay, approveForAgent }
}
