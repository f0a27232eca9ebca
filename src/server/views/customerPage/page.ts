import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import {
  type CustomerMovement,
  type CustomerPage,
  type CustomerProfile,
  type CustomerSaving,
  shownCustomerMovements,
} from '#contract/calls/customerPage'
import { customerFeesAccess } from '#contract/calls/feeRows'
import { caseGuarantorsAccess } from '#contract/calls/loanRows'
import { calls } from '#contract/index'
import { type Access, can } from '#contract/permissions'
import type { BasisPoints, Kobo } from '#contract/values'
import { savingTarget } from '#domain/savings/target'
import { sumKobo } from '#domain/money/kobo'
import { type Calendar, everyDay } from '#domain/time/calendar'
import { walletTermsText } from '#domain/savings/termsText'
import { addDays, lagosDay } from '#domain/time/lagos'
import { everyDaysOf } from '#domain/time/markets'
import type { Queries } from '../../db/database'
import { accounts, postings } from '../../db/tables/ledger'
import { marketDays, savings, savingsHistory, savingTypes } from '../../db/tables/money'
import { customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context } from '../../handler'
import { cycleWallet } from '../../ledger/cycles'
import { type PlanSince, plansSince } from '../../ledger/planChanges'
import { lagosStamp, newestFirst } from '../../lists/conditions'
import { calendarOf } from '../../ledger/calendar'
import { openFeesOf, paidFeesOf } from '../../modules/fees/customerFees'
import { openAgentOf } from '../../people/agentColumns'
import { hasPlan } from '../../people/savingsPlans'
import { collector, notDeleted, notFound, profileFields, recruiter } from '../../people/customerColumns'
import { accountsOf, type CustomerAccount, type CustomerPosting, namesOf, postingsFrom } from './accounts'
import { guarantorsOfCustomer, loansOf } from './loans'
import { pendingOf, toPayOf } from './pending'

/** All about a customer; the parts by the permissions of the calls that list their rows. */
export async function customerPageOf(context: Context, id: number): Promise<CustomerPage> {
  const { queries, actor } = context
  const may = (...access: Access[]) => access.some((one) => can(actor, one, 'read'))
  const profile = (await profileOf(queries, id)) ?? reject(notFound(id))
  const all = await accountsOf(queries, id)
  const main = all.find(({ account_kind }) => account_kind === 'customer')
  if (!main) throw new Error(`Customer ${id} has no main wallet.`)
  const seesMovements = may(calls.transactions.userTransactionHistory.access)
  return {
    profile: may(calls.customers.getCustomer.access) ? profile : null,
    main_wallet: { balance: main.balance, held: main.held },
    savings: await savingsOf(queries, id, may(calls.savings.getSavingPortfolio.access)),
    ...(may(calls.loans.getLoanAccount.access)
      ? await loansOf(context, id)
      : { debt: null, loans: null, ended_loans: null, ended_count: 0 }),
    pending: await pendingOf(context, id),
    fees: may(customerFeesAccess)
      ? { open: await openFeesOf(queries, id), paid: await paidFeesOf(queries, id) }
      : null,
    to_pay: await toPayOf(context, id),
    ...(may(caseGuarantorsAccess)
      ? await guarantorsOfCustomer(queries, id)
      : { guarantors: null, guarantor_count: 0 }),
    movements: seesMovements ? await movementsOf(queries, all) : null,
    movement_count: seesMovements ? all.reduce((sum, one) => sum + one.postings, 0) : 0,
  }
}

async function profileOf(queries: Queries, id: number): Promise<CustomerProfile | undefined> {
  const [profile] = await queries
    .select({
      id: customers.id,
      ...profileFields,
      assigned_agent_id: openAgentOf(collector),
      home_address: customers.homeAddress,
      office_address: customers.officeAddress,
      created_at: lagosStamp(customers.createdAt),
      frozen: customers.isFrozen,
    })
    .from(customers)
    .innerJoin(recruiter, eq(recruiter.id, customers.agentId))
    .innerJoin(collector, eq(collector.id, customers.assignedAgentId))
    .where(and(eq(customers.id, id), notDeleted))
  return profile
}

/** Active plans, and closed ones that still hold money, newest first; their terms for those who may see the portfolio. */
async function savingsOf(
  queries: Queries,
  customerId: number,
  seesPlans: boolean,
): Promise<CustomerSaving[]> {
  const rows = await queries
    .select({
      id: savings.id,
      code: savings.reference,
      type: savingTypes.name,
      balance: accounts.balance,
      held: accounts.held,
      fixed_amount: savings.fixedAmount,
      deposit_type: savings.depositType,
      market: marketDays.name,
      period: marketDays.period,
      everyDays: marketDays.everyDays,
      firstDay: marketDays.firstDay,
      interest: sql<BasisPoints>`${savings.interestBasisPoints}`,
      due_date: sql<string>`${savings.dueDate}::text`,
      opened: savings.createdAt,
      paid: paidIn,
      wallet: { ...cycleWallet, planEnd: savings.planEnd },
    })
    .from(savings)
    .innerJoin(accounts, eq(accounts.id, savings.accountId))
    .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .leftJoin(marketDays, eq(marketDays.id, savings.marketId))
    .where(hasPlan(customerId))
    .orderBy(...newestFirst(savings))
  const calendar = seesPlans ? await calendarOf(queries) : everyDay
  const changed = seesPlans
    ? await plansSince(
        queries,
        rows.map(({ id }) => id),
      )
    : new Map<number, PlanSince[]>()
  return rows.map(
    ({ id, code, type, balance, held, period, everyDays, firstDay, opened, wallet, ...terms }) => {
      const own: PlanSince = {
        from: null,
        fixedAmount: terms.fixed_amount,
        depositType: terms.deposit_type,
        marketPeriod: period,
        marketEvery: everyDaysOf(everyDays, firstDay),
      }
      const target = targetOf(changed.get(id) ?? [own], lagosDay(opened), terms.due_date, calendar)
      const secures = held > 0 && { held }
      return {
        id,
        code,
        type,
        balance,
        ...secures,
        plan: seesPlans ? { ...terms, target, terms: walletTermsText(wallet) } : null,
      }
    },
  )
}

/** The balance with all that left it, without interest: also what was there when the wallet was taken over. */
const paidIn = sql<Kobo>`${accounts.balance} + coalesce((select
  sum(case h.kind when 'deposit' then 0 when 'interest' then -h.amount else h.amount end)
  from ${savingsHistory} h where h.savings_id = ${savings.id} and h.status = 'approved'), 0)`.mapWith(
  accounts.balance,
)

/** What the deposits of plans that follow each other add up to. */
const targetOf = (plans: readonly PlanSince[], openedOn: string, dueDate: string, calendar: Calendar) =>
  sumKobo(
    plans.map(({ from, fixedAmount, ...plan }, at) => {
      const next = plans[at + 1]?.from
      const last = next && next <= dueDate ? addDays(next, -1) : dueDate
      return savingTarget({ ...plan, openedOn }, last, fixedAmount, calendar, from ?? openedOn)
    }),
  )

/** The newest movements: each account's newest postings, which are at most two of one movement. */
async function movementsOf(queries: Queries, all: readonly CustomerAccount[]): Promise<CustomerMovement[]> {
  const most = 2 * shownCustomerMovements
  const rows = await postingsFrom(queries)
    .where(
      sql`${postings.id} in (select p.id from ledger_accounts a cross join lateral (
        select p.id from ledger_postings p where p.account_id = a.id order by p.made_at desc, p.id desc limit ${most}) p
        where ${inArray(
          sql`a.id`,
          all.map(({ id }) => id),
        )})`,
    )
    .orderBy(desc(postings.madeAt), desc(postings.id))
    .limit(most)
  const byEntry = new Map<number, CustomerPosting[]>()
  for (const row of rows) byEntry.set(row.entry_id, [...(byEntry.get(row.entry_id) ?? []), row])
  const accountById = new Map(all.map((account) => [account.id, account]))
  return [...byEntry].slice(0, shownCustomerMovements).flatMap(([id, parts]) => {
    const [first] = parts
    if (!first) return []
    const { created_at, reference, source, by, reversed_by, reverses, collected_on } = first
    const shown = parts.toReversed().flatMap((part) => {
      const account = accountById.get(part.account_id)
      return account ? [{ ...namesOf(account), id: part.id, amount: part.amount, balance: part.balance }] : []
    })
    return [{ id, created_at, reference, source, by, reversed_by, reverses, collected_on, parts: shown }]
  })
}
