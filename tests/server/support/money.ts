import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import { accounts } from '#server/db/tables/ledger'
import { loans, loanTypes } from '#server/db/tables/loans'
import { savings, savingTypes } from '#server/db/tables/money'
import { cashAccount, openLoanAccount, openSavingsWallet } from '#server/ledger/accounts'
import type { SavingCategory } from '#server/db/tables/ledgerKinds'
import { type NewEntry, post } from '#server/ledger/post'
import { postSavingsMovement } from '#server/ledger/savings'
import { databaseError } from '#server/errors/refusals'
import type { TestServer } from './harness'

type Books = Pick<TestServer, 'database' | 'checksums'> & { clock: Pick<TestServer['clock'], 'now'> }

/** Posts straight to the ledger and makes loans and savings, each with a unique reference. */
export function moneyOf(server: Books) {
  const { database, clock } = server
  let made = 0
  const newReference = () => {
    made += 1
    return `X-${made}`
  }
  const enter = (entry: Partial<NewEntry> & Pick<NewEntry, 'moves'>) =>
    database.transaction((tx) => post(tx, { kind: 'Customer credit', madeAt: clock.now(), ...entry }))
  /** Cash into an account, or out of it where the amount is below zero. */
  const pay = (account: string, amount: Kobo, more: Partial<NewEntry> = {}) =>
    enter({
      moves: [
        { account: cashAccount, amount: negateKobo(amount) },
        { account, amount },
      ],
      ...more,
    })
  type Owner = { id: number; agentId: number }

  async function makeLoanType(
    interestBasisPoints = 1250,
    fields: Partial<typeof loanTypes.$inferInsert> = {},
  ) {
    const name = `Type ${newReference()}`
    const [type] = await database
      .insert(loanTypes)
      .values({ name, description: 'Stock', interestBasisPoints, ...fields })
      .returning()
    if (!type) throw new Error('No loan type was made.')
    return type
  }
  let loanType: Promise<{ id: number }> | undefined

  /** An application: pending and without interest unless `fields` say otherwise. */
  async function makeLoan(owner: Owner, amount: Kobo, fields: Partial<typeof loans.$inferInsert> = {}) {
    loanType ??= makeLoanType(0)
    const [loan] = await database
      .insert(loans)
      .values({
        reference: `LN-${newReference()}`,
        customerId: owner.id,
        agentId: owner.agentId,
        loanTypeId: (await loanType).id,
        amount,
        interestBasisPoints: 0,
        interestAmount: 0 as Kobo,
        totalPayable: amount,
        instalmentAmount: amount,
        instalmentPeriod: 'weekly',
        instalmentTimes: 1,
        maturityPeriod: 7,
        createdAt: clock.now(),
        ...fields,
      })
      .returning()
    if (!loan) throw new Error('No loan was made.')
    return loan
  }

  /** A loan of 2025, approved at the given time; it has no schedule. */
  async function makeActiveLoan(owner: Owner, amount: Kobo, adminId: number, approvedDate: Date) {
    const reference = `LN-${newReference()}`
    const accountId = await openLoanAccount(database, { reference, customerId: owner.id })
    const { entryId } = await pay(reference, amount, { madeAt: approvedDate })
    return makeLoan(owner, amount, {
      reference,
      accountId,
      disbursementEntryId: entryId,
      applicationStatus: 'approved',
      loanStatus: 'active',
      firstApprovalId: adminId,
      approvedBy: adminId,
      approvedDate,
      approvedAmount: amount,
      disbursedDate: approvedDate,
      nextDue: '2027-01-01',
      maturityDate: '2027-01-01',
      createdAt: new Date('2025-01-01'),
    })
  }

  /** An empty savings wallet; its account's name is its reference. */
  async function makeSaving(
    owner: Owner,
    category: SavingCategory = 'daily',
    fields: Partial<typeof savings.$inferInsert> = {},
  ) {
    const reference = newReference()
    const [type] = await database
      .insert(savingTypes)
      .values({ name: `Type ${reference}`, category })
      .returning()
    const accountId = await openSavingsWallet(database, { reference, category, customerId: owner.id })
    const [saving] = await database
      .insert(savings)
      .values({
        reference,
        customerId: owner.id,
        savingTypeId: type?.id ?? 0,
        accountId,
        agentId: owner.agentId,
        fixedAmount: 10_000 as Kobo,
        depositType: 'daily',
        duration: 90,
        dueDate: '2027-01-01',
        createdAt: clock.now(),
        ...fields,
      })
      .returning()
    if (!saving) throw new Error('No saving was made.')
    return saving
  }

  const collectedFor = new Map<number, ReturnType<typeof makeSaving>>()
  /** Cash that the owner's agent, or another one, collects into a savings wallet of the owner; an admin may have recorded it. */
  async function collect(owner: Owner, amount: Kobo, agentId = owner.agentId, adminId?: number) {
    const made = collectedFor.get(owner.id) ?? makeSaving(owner)
    collectedFor.set(owner.id, made)
    const saving = await made
    return database.transaction((tx) =>
      postSavingsMovement(tx, saving.id, {
        kind: 'deposit',
        amount,
        customerId: owner.id,
        wallet: saving.reference,
        agentId,
        adminId,
        madeAt: clock.now(),
      }),
    )
  }

  async function accountOf(name: string) {
    const [account] = await database.select().from(accounts).where(eq(accounts.name, name))
    if (!account) throw new Error(`no account ${name}`)
    return account
  }

  /** The database's error, after checking that nothing was stored. */
  async function databaseErrorOf(run: () => Promise<unknown>) {
    const before = await server.checksums()
    const fault = await run().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(fault).toBeInstanceOf(Error)
    expect(await server.checksums()).toEqual(before)
    return { code: databaseError(fault)?.code, constraint: databaseError(fault)?.constraint, fault }
  }

  return {
    accountOf,
    databaseErrorOf,
    newReference,
    enter,
    pay,
    makeLoanType,
    makeLoan,
    makeActiveLoan,
    makeSaving,
    collect,
  }
}
