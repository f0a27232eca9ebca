import { describe, expect, it } from 'vitest'
import type { BodyOf, Named, Read } from '#contract/call'
import { allCalls } from '#contract/index'
import { type ListReply, pageIn } from '#transport/listPage'
import { partsInOrder, searchParts } from '#domain/text/matching'
import { scanCosts } from '#server/lists/scanCosts'
import { manyCalls, openServer } from './harness'
import { isLong } from './rounds'
import { sampleOf } from './samples'

/** One, which remembers what a search found. */
export const server = await openServer({ demo: true, limits: manyCalls, nodes: 1 })
export const me = await server.enterAs({ role: 'SuperAdmin' })

export const named = '(not c.is_deleted and c.search_text ~ $1)'
const refers = (text: string) => `fold_line(${text}) ~ $1`
const ofLoan = `(${named} or ${refers('x.reference')})`
const loansOf = (kind: string) =>
  `loans x join customers c on c.id = x.customer_id where ${ofLoan} and ${kind}`
const repaid = `loan_history x join loans l on l.id = x.loan_id join customers c on c.id = l.customer_id
  where (${named} or ${refers('l.reference')})`
const saved = `savings_history x join savings s on s.id = x.savings_id join customers c on c.id = s.customer_id
  where (${named} or ${refers('s.reference')})`
const posted = `ledger_postings x join customers c on c.id = x.customer_id where ${named}`
const overdue = `x.loan_status = 'active' and exists (select from loan_repayment_schedule r where r.loan_id = x.id
  and r.status = 'pending' and r.due_date < '2026-11-18')`

type Reference = { from: string; at?: string; keys?: Record<string, string>; about?: object }
/** Each searched list in plain SQL: its rows, its sort keys and further parameters of its call. */
export const references: Record<string, Reference | null> = {
  'customers.getCustomers': {
    from: `customers x join customers c on c.id = x.id where ${named}`,
    keys: {
      name: 'lower(x.first_name || \' \' || x.last_name) collate "C"',
      reference: 'x.id',
      loan_owed: `(select coalesce(sum(a.balance), 0) from loans l join ledger_accounts a on a.id = l.account_id
        where l.customer_id = x.id and l.loan_status = 'active')`,
    },
  },
  'customers.customerRescheduled': {
    from: `customer_reassignments x join customers c on c.id = x.customer_id
      where ${named} or (not c.is_deleted and ${refers('x.reference')})`,
  },
  'guarantors.getGuarantor': {
    from: `guarantors x join customers c on c.id = x.customer_id left join loans l on l.id = x.loan_id
      where ${named} or ${refers("concat_ws(' ', x.first_name, x.last_name, x.phone, l.reference)")}`,
    keys: { name: 'lower(x.first_name || \' \' || x.last_name) collate "C"' },
  },
  'savings.savingHistory': {
    from: saved,
    keys: { amount: "x.amount * case when x.kind in ('deposit', 'interest') then 1 else -1 end" },
  },
  'savings.getSavingPortfolio': {
    from: `savings x join customers c on c.id = x.customer_id where ${ofLoan} and x.status = 'active'`,
    keys: { fixed_amount: 'x.fixed_amount', due_date: 'x.due_date' },
  },
  'withdrawals.getWithDrawList': {
    from: `withdrawals x join customers c on c.id = x.customer_id where ${ofLoan}`,
    keys: { amount: 'x.amount', status: 'x.status' },
  },
  'loans.loanHistory': { from: repaid, keys: { amount: 'x.amount' } },
  'loans.loanHistoryRepayment': {
    from: `${repaid} and x.kind = 'repayment'`,
    keys: { amount: 'x.repayment' },
  },
  'loans.loanDisbursementHistory': {
    from: loansOf('x.disbursed_date is not null'),
    at: 'x.disbursed_date',
    keys: { amount: 'x.amount' },
  },
  'loans.loanApplications': { from: loansOf('true'), keys: { amount: 'x.amount' } },
  'loans.getPendingLoan': {
    from: loansOf("x.application_status in ('pending', 'in-progress')"),
    keys: { amount: 'x.amount' },
  },
  'arrears.getArrears': {
    from: loansOf(overdue),
    keys: { late_since: 'x.next_due' },
  },
  'loans.getOverdueLoan': {
    from: loansOf(overdue),
    keys: { amount: 'x.amount', maturity_date: 'x.maturity_date' },
  },
  'loans.approvedLoan': { from: loansOf("x.application_status = 'approved'"), keys: { amount: 'x.amount' } },
  'loans.rejectedLoan': { from: loansOf("x.application_status = 'rejected'"), keys: { amount: 'x.amount' } },
  'loans.paidLoan': { from: loansOf("x.loan_status = 'paid'"), keys: { maturity_date: 'x.maturity_date' } },
  'loans.loanPortfolio': {
    from: loansOf("x.loan_status = 'active'"),
    keys: { amount: 'x.amount', maturity_date: 'x.maturity_date' },
  },
  'loans.loansEnding': {
    from: loansOf("x.loan_status = 'active' and x.maturity_date between '2026-11-16' and '2026-11-22'"),
    keys: { amount: 'x.amount', maturity_date: 'x.maturity_date' },
  },
  'transactions.transactionFlowHistory': { from: `${posted} and x.flow is not null`, at: 'x.made_at' },
  'transactions.businessHistory': {
    from: `${posted} and x.account_id = 2`,
    at: 'x.made_at',
    about: { business_id: 2 },
  },
  'transactions.userTransactionHistory': {
    from: `${posted} and x.account_id in (select id from ledger_accounts where customer_id = 1)`,
    at: 'x.made_at',
    about: { customer_id: 1 },
  },
  'cash.getRemittances': {
    from: `remittances x join agents c on c.id = x.agent_id where ${refers("(x.reference || ' ' || c.name)")}`,
    keys: { counted: 'x.counted' },
  },
  'collections.getCollections': {
    from: `collections x join agents c on c.id = x.agent_id where ${refers("(x.reference || ' ' || c.name)")}`,
    keys: { total: 'x.total' },
  },
  'agentPay.getAgentStatements': {
    from: `agent_statements x join agents c on c.id = x.agent_id
      where ${refers("(x.reference || ' ' || c.name)")}`,
    keys: { month: 'x.month', total: 'x.total' },
  },
  'cash.getCashDifferences': {
    from: `cash_differences x join agents c on c.id = x.agent_id
      where ${refers("(x.reference || ' ' || c.name)")}`,
  },
  'reversals.getReversals': {
    from: `reversals x left join customers c on c.id = x.customer_id join ledger_entries e on e.id = x.original_id
      where ${named} or ${refers("(x.reference || ' ' || e.reference)")}`,
    keys: { amount: 'x.amount' },
  },
  'loanChanges.getLoanChanges': {
    from: `loan_changes x join customers c on c.id = x.customer_id join loans l on l.id = x.loan_id
      where ${named} or ${refers("(x.reference || ' ' || l.reference)")}`,
    keys: { amount: 'x.amount' },
  },
  'agents.agentHistory': {
    from: `agent_activity x join agents c on c.id = x.agent_id where c.search_text ~ $1 or lower(x.action) ~ $1`,
  },
  // Never longer than can be counted.
  'agents.getAgents': null,
  'cash.getAgentsCash': null,
  'savings.savingsByMarket': null,
  // Its days are those of the payments, not of the loan.
  'loans.loanInterest': null,
  // The test's own calls are in it.
  'admins.getAdminActivityLog': null,
}

export const searched = allCalls.filter(
  (call): call is Named<Read> => 'page' in call.input.entries && 'search' in call.input.entries,
)
const cases = searched.flatMap((call, list) => {
  const reference = references[call.name]
  if (!reference) return []
  const sorts = [undefined, ...(call.sortable ?? [])]
  return sorts
    .map((sort, at) => [call.name, sort ?? 'nothing', sort, call, reference, list + at] as const)
    .filter((_one, at) => isLong || (list + at) % 2 === 0)
})

const searches = ['ng', 'A', '0803', 'ade', 'u-0', 'ux0', 'LN-26']
type Days = { start: string; end: string }
/** The searches of a list for one of its sorts, of all days and of some: one of them in turn, in a long run all. */
const askedOf = (at: number, ranges: readonly (Days | undefined)[]) =>
  searches.flatMap((search, index) =>
    ranges
      .filter(
        (_range, some) => isLong || (index === at % searches.length && (index + at) % ranges.length === some),
      )
      .map((range) => [search, range] as const),
  )

const orders = ['asc', 'desc'] as const
/** Both orders of a sort, or in a short run one of them in turn. */
const ordersOf = (sort: string | undefined, search: string) =>
  sort === undefined
    ? [undefined]
    : orders.filter((_order, at) => isLong || searches.indexOf(search) % 2 === at)

/** More than any other way costs. */
const never = 1e9
/** Costs that make the server choose one way. */
const ways = {
  checked: { shortScan: 1e4, longScan: 0, gatherOwner: never, checkRow: 1e-9, lookUpRow: never },
  'looked up in a set': { shortScan: 1, longScan: 1e6, gatherOwner: never, checkRow: never, lookUpRow: 1e-9 },
  gathered: { shortScan: 1, longScan: 0, gatherOwner: 1e-9, checkRow: never, lookUpRow: never },
}
const all = { start: '2000-01-01', end: '2099-12-31' }
const days = { start: '2026-08-01', end: '2026-10-15' }

/** Compares every search of these lists with plain SQL, answered in each way. `maxCounted` must be mocked as 3. */
export const describeSearches = () =>
  describe.each(cases)(
    '%s, sorted by %s',
    (_name, _by, sort, call, { from, at = 'x.created_at', keys, about }, index) => {
      const size = 'per_page' in call.input.entries ? 'per_page' : 'perPage'
      const key = (sort && keys?.[sort]) ?? at

      const dated = 'start_date' in call.input.entries
      const ranges = [undefined, ...(dated ? [days] : [])]
      it.each(askedOf(index, ranges))('finds %s page by page, of the days %o', async (search, range) => {
        const { start, end } = range ?? all
        const begun = server.clock.now().getTime()
        for (const order of ordersOf(sort, search)) {
          const direction = order ?? 'desc'
          const { rows } = await server.database.$client.query<{ id: string }>(
            `select id from (select x.id, ${key} as key, ${at} as at from ${from}) found
           where at >= timestamptz '${start} 00:00+01' and at < timestamptz '${end} 00:00+01' + interval '1 day'
           order by key ${direction}, id ${direction}`,
            [partsInOrder(searchParts(search), '[ -]?')],
          )
          const records = rows.length === 1 ? 'record' : 'records'
          const total = rows.length > 3 ? 'More than 3 records' : `${rows.length} ${records}`
          const dates = range && { start_date: start, end_date: end }
          const body = { ...sampleOf(call), ...about, ...dates, search, [size]: 12, sort, order }
          // The pages after the end are alike.
          const pages = (isLong ? [1, 2, 4] : [1, 3]).slice(0, 1 + Math.ceil(rows.length / 12))
          for (const [way, itsCosts] of Object.entries(ways)) {
            Object.assign(scanCosts, itsCosts)
            // The cached total of the previous way expires.
            server.clock.pass(1.1)
            for (const page of pages) {
              const reply = await server.ask(call, { ...body, page } as BodyOf<Read>, me)
              const found = pageIn(reply.output() as ListReply<{ id: number }>)
              const expected = rows.slice((page - 1) * 12, page * 12).map(({ id }) => Number(id))
              expect(
                found?.rows.map(({ id }) => id),
                `${way} ${order} ${page}`,
              ).toEqual(expected)
              expect(reply.message).toBe(`${total} found.`)
            }
          }
        }
        // The tests together would pass midnight.
        server.clock.pass((begun - server.clock.now().getTime()) / 60_000)
      })
    },
  )
