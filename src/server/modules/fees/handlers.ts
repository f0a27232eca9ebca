import { and, asc, eq, sql } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import type { InputOf } from '#contract/call'
import { formatNaira } from '#domain/money/kobo'
import { momentText, priceText, subjectText } from '#domain/feeText'
import { tidyName } from '#domain/text/tidyName'
import type { Queries } from '../../db/database'
import { fees } from '../../db/tables/fees'
import { accounts } from '../../db/tables/ledger'
import { loans, loanTypes } from '../../db/tables/loans'
import { savings } from '../../db/tables/money'
import { customers } from '../../db/tables/schema'
import { invalid, reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { mainWalletOf } from '../../ledger/accounts'
import { feePriceColumns, postFee } from '../../ledger/fees'
import { balanceOf } from '../../ledger/post'
import { assertSpendable } from '../../ledger/spendable'
import { madeBy } from '../../ledger/transfer'
import { lagosStamp } from '../../lists/conditions'
import { writeMessages } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'
import { customerName, notDeleted, notFound as customerNotFound } from '../../people/customerColumns'
import { lockCustomer } from '../../people/lockCustomer'
import { openFeesOf, paidFeesOf } from './customerFees'

const feeRow = {
  id: fees.id,
  name: fees.name,
  ...feePriceColumns,
  applies_to: fees.appliesTo,
  loan_type_id: fees.loanTypeId,
  loan_type_name: loanTypes.name,
  moment: fees.moment,
  status: fees.status,
  created_at: lagosStamp(fees.createdAt),
}

export const feeHandlers: HandlersFor<Calls['fees']> = {
  getFees: async ({ id }, { queries }) => {
    const rows = await queries
      .select(feeRow)
      .from(fees)
      .leftJoin(loanTypes, eq(loanTypes.id, fees.loanTypeId))
      .where(id === undefined ? undefined : eq(fees.id, id))
      .orderBy(asc(fees.id))
    if (id !== undefined && rows.length === 0) reject(notFound(id))
    return { data: rows }
  },

  createFee: async (input, { queries, now, setAuditSubject }) => {
    const fault = feeFault(input)
    if (fault) invalid(fault)
    const { applies_to, moment, kind, amount, rate, loan_type_id = null } = input
    const type = loan_type_id === null ? null : await loanTypeName(queries, loan_type_id)
    const [fee] = await queries
      .insert(fees)
      .values({
        name: tidyName(input.name),
        kind,
        amount,
        basisPoints: rate,
        appliesTo: applies_to,
        loanTypeId: loan_type_id,
        moment,
        createdAt: now,
      })
      .returning({ id: fees.id, name: fees.name })
    if (!fee) throw new Error('No fee was made.')
    const terms = `${priceText(input)}, ${subjectText({ applies_to, loan_type_name: type })}, ${momentText(moment, applies_to)}`
    // Without the currency's sign: the log masks amounts, for those of customers. A fee is a price and no secret.
    await setAuditSubject('fee', fee.id, terms.replace('₦', ''))
    return { message: `Fee created: ${fee.name}, ${terms}.` }
  },

  switchOffFee: async ({ id }, context) => {
    const name = await setStatus(context, id, 'inactive')
    return { message: `${name} is switched off. Loans that were applied for with it keep it.` }
  },

  switchOnFee: async ({ id }, context) => {
    const name = await setStatus(context, id, 'active')
    return { message: `${name} is switched on.` }
  },

  getCustomerFees: async ({ customer_id }, { queries }) => {
    const [customer] = await queries
      .select({
        user_id: customers.id,
        customer_name: customerName,
        customer_reference: sql<string>`${customers.reference}`,
        main_wallet: { balance: accounts.balance, held: accounts.held },
      })
      .from(customers)
      .innerJoin(accounts, and(eq(accounts.customerId, customers.id), eq(accounts.kind, 'customer')))
      .where(and(eq(customers.id, customer_id), notDeleted))
    if (!customer) return reject(customerNotFound(customer_id))
    return {
      data: {
        ...customer,
        open: await openFeesOf(queries, customer_id),
        paid: await paidFeesOf(queries, customer_id),
      },
    }
  },

  payFee: async (input, context) => {
    const {
      customer_id: customerId,
      fee_id: feeId,
      loan_id: loanId,
      savings_id: savingsId,
      amount,
      from,
    } = input
    const { queries, setAuditSubject } = context
    await setAuditSubject('customer', customerId, formatNaira(amount))
    await lockSubject(queries, input)
    const open = (await openFeesOf(queries, customerId)).find(
      (one) =>
        one.fee_id === feeId && one.loan_id === (loanId ?? null) && one.savings_id === (savingsId ?? null),
    )
    if (!open) return reject(await notOpen(queries, feeId))
    if (open.amount !== amount)
      reject(`${open.name} costs ${formatNaira(open.amount)}, not ${formatNaira(amount)}. Look at it again.`)
    if (from === 'wallet') await assertSpendable(queries, customerId, amount)
    const posted = await postFee(
      queries,
      { feeId, customerId, loanId, savingsId, amount },
      from,
      madeBy(context),
    )
    const { entryId, reference } = posted
    const balance = from === 'wallet' ? balanceOf(posted, mainWalletOf(customerId)).after : null
    const text =
      balance === null
        ? messageTexts.fee({ amount, reference })
        : messageTexts.feeFromWallet({ amount, balance, reference })
    await writeMessages(context, [{ customerId, entryId, text }])
    const how = balance === null ? 'in cash' : `from the main wallet. New balance: ${formatNaira(balance)}`
    return {
      message: `${open.name}, ${formatNaira(amount)}, was paid (${reference}) ${how}.`,
      data: { reference, main_balance: balance },
    }
  },
}

type NewFee = Pick<
  InputOf<Calls['fees']['createFee']>,
  'applies_to' | 'loan_type_id' | 'moment' | 'kind' | 'amount' | 'rate'
>

/** Why there can be no such fee; undefined if there can. */
function feeFault({ applies_to, loan_type_id, moment, kind, amount, rate }: NewFee): string | undefined {
  const isOfLoan = applies_to === 'loan'
  if (isOfLoan !== (moment !== 'registration'))
    return isOfLoan
      ? 'A fee of a loan is paid before the second approval, or kept back.'
      : 'A fee of a customer or a card is paid at the registration.'
  if (!isOfLoan && loan_type_id !== undefined) return 'Only a fee of loans is for one loan type.'
  if (!isOfLoan && kind === 'percent') return 'Only a fee of loans can be a percentage.'
  if (kind === 'amount' ? amount === 0 || rate !== 0 : rate === 0 || amount !== 0)
    return kind === 'amount'
      ? 'Please enter an amount above zero, without a percentage.'
      : 'Please enter a percentage above zero, without an amount.'
  return undefined
}

/** Of a type that new loans can have. */
async function loanTypeName(queries: Queries, id: number) {
  const [type] = await queries.select({ name: loanTypes.name }).from(loanTypes).where(eq(loanTypes.id, id))
  return type?.name ?? reject(`Loan type with ID ${id} not found`)
}

async function setStatus({ queries, setAuditSubject }: Context, id: number, status: 'active' | 'inactive') {
  await setAuditSubject('fee', id)
  const [fee] = await queries.select().from(fees).where(eq(fees.id, id)).for('update')
  if (!fee) return reject(notFound(id))
  if (fee.status === status)
    reject(`${fee.name} is already switched ${status === 'active' ? 'on' : 'off'}. Nothing was done.`)
  await queries.update(fees).set({ status }).where(eq(fees.id, id))
  return fee.name
}

/** Locks what a fee is paid for, so that it is paid once. Lock order: customers, loans and savings, accounts. */
async function lockSubject(
  queries: Queries,
  { customer_id, loan_id, savings_id }: InputOf<Calls['fees']['payFee']>,
) {
  const isOfCustomer = loan_id === undefined && savings_id === undefined
  await lockCustomer(queries, customer_id, isOfCustomer ? 'no key update' : 'share')
  if (loan_id !== undefined)
    await queries.select({ id: loans.id }).from(loans).where(eq(loans.id, loan_id)).for('no key update')
  if (savings_id !== undefined)
    await queries
      .select({ id: savings.id })
      .from(savings)
      .where(eq(savings.id, savings_id))
      .for('no key update')
}

/** Why a fee can't be paid: it was paid meanwhile, or is not asked for. */
async function notOpen(queries: Queries, id: number) {
  const [fee] = await queries.select({ name: fees.name }).from(fees).where(eq(fees.id, id))
  return fee
    ? `${fee.name} is paid already, or is not to be paid. Reload the page. Nothing was done.`
    : notFound(id)
}

const notFound = (id: number) => `Fee with ID ${id} not found`
