import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { inactiveCustomerMessage } from '#contract/calls/customers'
import type { InputOf } from '#contract/call'
import type { Calls } from '#contract/index'
import type { BasisPoints, Kobo } from '#contract/values'
import { addKobo, formatNaira } from '#domain/money/kobo'
import { walletTermsText } from '#domain/savings/termsText'
import { lagosDay } from '#domain/time/lagos'
import { zeroKobo } from '../../db/tables/columns'
import type { Queries } from '../../db/database'
import { documentPrefixes, type SavingCategory } from '../../db/tables/ledgerKinds'
import { accounts } from '../../db/tables/ledger'
import { marketDays, savings, savingTypes } from '../../db/tables/money'
import { customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { closedDays } from '../../ledger/businessDays'
import { lockAccounts, mainWalletOf, openSavingsWallet } from '../../ledger/accounts'
import {
  commissionMovements,
  countDeposits,
  cycleWallet,
  keptInAll,
  owedCommissions,
  takeOwed,
} from '../../ledger/cycles'
import { correctInterest, isOfEarlierMonth } from '../../ledger/interestCorrections'
import { balanceOf } from '../../ledger/post'
import { newReference } from '../../ledger/references'
import { postSavingsMovement, postSavingsMovements, savingRow } from '../../ledger/savings'
import { madeBy } from '../../ledger/transfer'
import { collectedOnOf, openedOn, type Since, takenOverOn, tooEarly } from '../../ledger/collectedOn'
import { customerName, notDeleted } from '../../people/customerColumns'
import { writeMessages } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'
import { activeSavingType, commissionRow, withOwnText } from './types'
import { lockCustomer } from '../../people/lockCustomer'

type SavingChanges = Pick<
  Calls['savings'],
  'getSavingAccount' | 'getSavingChoices' | 'openSaving' | 'recordDeposit' | 'depositSaving' | 'closeSaving'
>
const mainAccount = alias(accounts, 'main_account')
export const notFound = (id: number) => `Savings wallet with ID ${id} not found`

export const savingChangeHandlers: HandlersFor<SavingChanges> = {
  getSavingAccount: async ({ savings_id }, { queries, now }) => {
    const [saving] = await queries
      .select({
        id: savings.id,
        reference: savings.reference,
        user_id: savings.customerId,
        customer_name: customerName,
        customer_reference: sql<string>`${customers.reference}`,
        is_active: customers.isActive,
        saving_type_name: savingTypes.name,
        status: savings.status,
        deposit_type: savings.depositType,
        fixed_amount: savings.fixedAmount,
        due_date: sql<string>`${savings.dueDate}::text`,
        balance: accounts.balance,
        held: accounts.held,
        main_balance: mainAccount.balance,
        wallet: { ...cycleWallet, planEnd: savings.planEnd },
      })
      .from(savings)
      .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
      .innerJoin(customers, and(eq(customers.id, savings.customerId), notDeleted))
      .innerJoin(accounts, eq(accounts.id, savings.accountId))
      .innerJoin(mainAccount, and(eq(mainAccount.customerId, customers.id), eq(mainAccount.kind, 'customer')))
      .where(eq(savings.id, savings_id))
    if (!saving) return reject(notFound(savings_id))
    const { wallet, ...data } = saving
    const owed = (await owedCommissions(queries, [wallet])).get(wallet.id)
    return {
      data: {
        ...data,
        closed_days: await closedDays(queries, now),
        ...(owed !== undefined && { commission_owed: owed }),
        terms: walletTermsText(wallet),
      },
    }
  },

  getSavingChoices: async (_input, { queries }) => ({
    data: {
      types: await queries
        .select({
          id: savingTypes.id,
          name: savingTypes.name,
          category: savingTypes.category,
          interest: sql<BasisPoints>`${savingTypes.interestBasisPoints}`,
          charge: savingTypes.charge,
          ...commissionRow,
        })
        .from(savingTypes)
        .where(eq(savingTypes.status, 'active'))
        .orderBy(savingTypes.name)
        .then((rows) => rows.map(withOwnText)),
      markets: await queries
        .select({
          id: marketDays.id,
          name: marketDays.name,
          period: marketDays.period,
          every_days: marketDays.everyDays,
          from_day: marketDays.firstDay,
          state: marketDays.state,
          lga: marketDays.lga,
        })
        .from(marketDays)
        .where(eq(marketDays.status, 'active'))
        .orderBy(marketDays.name),
    },
  }),

  openSaving: async (input, { queries, now, setAuditSubject }) => {
    const { customer_id, saving_type_id, market_id, fixed_amount, deposit_type, duration } = input
    await setAuditSubject('customer', customer_id)
    const customer = await lockCustomer(queries, customer_id, marketChanges)
    if (!customer.isActive) reject(inactiveCustomerMessage)
    const type = await activeSavingType(queries, saving_type_id)
    const market = await lockMarketDay(queries, type.category, market_id)
    const reference = await newReference(queries, documentPrefixes.saving, now)
    const wallet = { reference, category: type.category, customerId: customer_id }
    await queries.insert(savings).values(
      savingRow({
        reference,
        customerId: customer_id,
        accountId: await openSavingsWallet(queries, wallet),
        agentId: customer.assignedAgentId,
        type: { ...type, id: saving_type_id },
        market,
        fixedAmount: fixed_amount,
        depositType: deposit_type,
        duration,
        openedAt: now,
      }),
    )
    return {
      message: `${type.name} savings wallet ${reference} opened. It takes deposits from now on.`,
      data: { reference },
    }
  },

  recordDeposit: deposit,
  depositSaving: (input, context) => deposit({ ...input, day: lagosDay(context.now) }, context),

  closeSaving: async ({ savings_id }, context) => {
    const { queries, now, setAuditSubject } = context
    await setAuditSubject('saving', savings_id)
    const { saving } = await lockSaving(queries, savings_id, marketChanges)
    const kept = (await takeOwed(queries, [saving], now)).get(savings_id) ?? []
    await postSavingsMovements(queries, commissionMovements(saving, kept, byAdmin(context)))
    const commission = keptInAll(kept)
    const mainWallet = mainWalletOf(saving.customerId)
    const locked = await lockAccounts(queries, [saving.reference, mainWallet])
    const amount = locked.get(saving.reference)?.balance ?? zeroKobo
    const held = locked.get(saving.reference)?.held ?? zeroKobo
    if (held > 0)
      reject(
        `${formatNaira(held)} of savings wallet ${saving.reference} secures a loan. It can be closed once that is paid.`,
      )
    const main = locked.get(mainWallet)?.balance ?? zeroKobo
    const emptied = amount > 0 ? await empty(context, saving, amount) : undefined
    const after = emptied?.after ?? main
    const text = messageTexts.closing({
      amount,
      balance: after,
      reference: emptied?.reference ?? saving.reference,
      commission,
    })
    await writeMessages(context, [{ customerId: saving.customerId, entryId: emptied?.entryId ?? null, text }])
    await queries.update(savings).set({ status: 'closed' }).where(eq(savings.id, savings_id))
    const moved = amount > 0 ? `${formatNaira(amount)} moved to the main wallet. ` : ''
    return {
      message: `Savings wallet ${saving.reference} closed. ${keptText(commission)}${moved}Balance of the main wallet: ${formatNaira(after)}.`,
      data: { main_balance: after },
    }
  },
}

async function deposit(
  { savings_id, amount, day }: InputOf<Calls['savings']['recordDeposit']>,
  context: Context,
) {
  const { queries, now, actor, setAuditSubject } = context
  await setAuditSubject('saving', savings_id)
  const collectedOn = collectedOnOf(day, now)
  const { saving, customer } = await lockSaving(queries, savings_id)
  if (!customer.isActive) reject(inactiveCustomerMessage)
  const early = collectedOn !== null && tooEarly(day, await sinceOf(queries, savings_id))
  if (early) reject(`Savings wallet ${saving.reference}: ${early}.`)
  const counted = await countDeposits(queries, [{ wallet: saving, amount, day }], {
    now,
    today: lagosDay(now),
  })
  const { cycleId, kept = [] } = counted.get(savings_id) ?? {}
  const movement = {
    kind: 'deposit' as const,
    amount,
    customerId: saving.customerId,
    wallet: saving.reference,
    cycleId: cycleId ?? null,
    collectedOn,
    ...madeBy(context),
  }
  const posted = await postSavingsMovements(queries, [
    { savingsId: savings_id, movement },
    ...commissionMovements(saving, kept, byAdmin(context)),
  ])
  const [made, last] = [posted[0], posted.at(-1)]
  if (!made || !last) throw new Error('No movement was posted.')
  const { entryId, reference } = made
  const { after: deposited } = balanceOf(last, saving.reference)
  const commission = keptInAll(kept)
  const text = messageTexts.deposit({ amount, balance: deposited, reference, commission })
  await writeMessages(context, [{ customerId: saving.customerId, entryId, text }])
  const interest = isOfEarlierMonth(day, lagosDay(now))
    ? await correctInterest(queries, {
        savingsId: savings_id,
        since: day,
        causeId: entryId,
        madeAt: now,
        adminId: actor.adminId,
      })
    : zeroKobo
  const balance = addKobo(deposited, interest)
  const earned = interest > 0 ? `${formatNaira(interest)} of interest was added. ` : ''
  return {
    message: `${formatNaira(amount)} deposited into savings wallet ${saving.reference} (${reference}). ${keptText(commission)}${earned}New balance: ${formatNaira(balance)}.`,
    data: { reference, balance },
  }
}

const keptText = (commission: Kobo) =>
  commission > 0 ? `${formatNaira(commission)} of commission was kept. ` : ''
/** Who takes a commission, and when; its change has an entry of its own. */
const byAdmin = ({ now, actor }: Context) => ({ madeAt: now, adminId: actor.adminId })

async function sinceOf(queries: Queries, id: number): Promise<Since> {
  const [since] = await queries
    .select({ openedOn, takenOverOn: takenOverOn(sql`${savings.accountId}`) })
    .from(savings)
    .where(eq(savings.id, id))
  return since ?? reject(notFound(id))
}

/** Opening and closing may change the customer's market day, which open loans keep (migration "open_loans_market"). */
const marketChanges = 'no key update'

type Saving = { id: number; reference: string; customerId: number }

/** Moves the whole balance to the main wallet, and returns the entry with the main wallet's new balance. */
async function empty(context: Context, { id, reference: wallet, customerId }: Saving, amount: Kobo) {
  const facts = { kind: 'withdrawal' as const, amount, customerId, wallet, ...madeBy(context) }
  const posted = await postSavingsMovement(context.queries, id, facts)
  const { entryId, reference } = posted
  return { entryId, reference, after: balanceOf(posted, mainWalletOf(customerId)).after }
}

/** Locks an active savings wallet and its customer until the commit. Lock order: customers, savings, accounts. */
export async function lockSaving(queries: Queries, id: number, strength?: typeof marketChanges) {
  const [found] = await queries
    .select({ customerId: savings.customerId })
    .from(savings)
    .where(eq(savings.id, id))
  if (!found) return reject(notFound(id))
  const customer = await lockCustomer(queries, found.customerId, strength)
  const [saving] = await queries
    .select({ ...cycleWallet, status: savings.status })
    .from(savings)
    .where(eq(savings.id, id))
    .for('no key update')
  if (!saving) return reject(notFound(id))
  if (saving.status !== 'active') reject(`Savings wallet ${saving.reference} is closed.`)
  return { saving, customer }
}

/** The market day of a saving of the category market, undefined for others. The present one stays, also if it is inactive. */
export async function lockMarketDay(
  queries: Queries,
  category: SavingCategory,
  id: number | undefined,
  present?: number | null,
) {
  if (category !== 'market')
    return id === undefined ? undefined : reject('Only market savings have a market day.')
  if (id === undefined) return reject('Please select a market day.')
  const [market] = await queries.select().from(marketDays).where(eq(marketDays.id, id)).for('share')
  if (!market) return reject(`Market day with ID ${id} not found`)
  if (market.status !== 'active' && id !== present) reject(`Market day ${market.name} is inactive.`)
  return market
}
