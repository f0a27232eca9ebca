import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { LoanSecurity } from '#contract/calls/loanRows'
import type { BasisPoints, Kobo } from '#contract/values'
import { freeBalance, securityFault, securityOf } from '#domain/money/security'
import type { Queries, Selects } from '../db/database'
import { holds } from '../db/tables/holds'
import { accounts } from '../db/tables/ledger'
import type { loans } from '../db/tables/loans'
import { savings } from '../db/tables/money'
import { zeroKobo } from '../db/tables/columns'

type Loan = typeof loans.$inferSelect
type Secured = Pick<Loan, 'id' | 'amount' | 'securityBasisPoints' | 'securitySavingsId'>

/** A savings wallet and how much of it can still secure something. */
export type SecuringWallet = {
  id: number
  reference: string
  customerId: number
  status: 'active' | 'closed'
  balance: Kobo
  held: Kobo
}

/** What is to be held for a loan while it runs (rules.md, "Security"). */
export const securityFor = ({
  amount,
  securityBasisPoints,
}: Pick<Secured, 'amount' | 'securityBasisPoints'>) => securityOf(amount, securityBasisPoints as BasisPoints)

export const securingWallet = async (queries: Selects, id: number): Promise<SecuringWallet | undefined> => {
  const [wallet] = await queries
    .select({
      id: savings.id,
      reference: savings.reference,
      customerId: savings.customerId,
      status: savings.status,
      balance: accounts.balance,
      held: accounts.held,
    })
    .from(savings)
    .innerJoin(accounts, eq(accounts.id, savings.accountId))
    .where(eq(savings.id, id))
  return wallet
}

/** Why a wallet does not secure so much; undefined if it does. */
export const walletFault = ({ status, reference, balance, held }: SecuringWallet, wanted: Kobo) =>
  status === 'active'
    ? securityFault(freeBalance(balance, held), wanted)
    : `Savings wallet ${reference} is closed.`

/** Keeps a wallet from being closed until the commit. */
export async function lockWallet(tx: Queries, id: number) {
  const [wallet] = await tx.select({ id: savings.id }).from(savings).where(eq(savings.id, id)).for('share')
  return wallet
}

/** Why the wallet that an application names does not secure it now; undefined if it does, or none has to. */
export async function securityFaultOf(queries: Selects, loan: Secured): Promise<string | undefined> {
  const wanted = securityFor(loan)
  if (wanted === 0) return undefined
  const wallet =
    loan.securitySavingsId === null ? undefined : await securingWallet(queries, loan.securitySavingsId)
  return wallet ? walletFault(wallet, wanted) : 'No savings wallet secures it.'
}

/** The savings that secure a loan, or are to secure it, as screens show them. */
export async function securityRow(queries: Selects, loan: Secured): Promise<LoanSecurity | null> {
  const wallet =
    loan.securitySavingsId === null ? undefined : await securingWallet(queries, loan.securitySavingsId)
  if (!wallet) return null
  const { id: savings_id, reference } = wallet
  return { savings_id, reference, wanted: securityFor(loan), held: await heldFor(queries, loan.id) }
}

/** Holds the security of a loan, whose wallet is locked. */
export const holdSecurity = async (
  tx: Queries,
  { id, securitySavingsId }: Secured,
  amount: Kobo,
  createdAt: Date,
) => {
  if (securitySavingsId !== null && amount > 0)
    await tx.insert(holds).values({ loanId: id, savingsId: securitySavingsId, amount, createdAt })
}

/** Holds what the wallet still covers, for a loan that is open again, unless its security was set off or released. */
export async function holdAgain(tx: Queries, loan: Secured, madeAt: Date) {
  if (loan.securitySavingsId === null || (await isWithoutSecurity(tx, loan.id))) return
  const wallet = await securingWallet(tx, loan.securitySavingsId)
  if (wallet?.status !== 'active') return
  const [standing, free] = [await heldFor(tx, loan.id), freeBalance(wallet.balance, wallet.held)]
  const wanted = securityFor(loan)
  if (standing === 0) await holdSecurity(tx, loan, wanted < free ? wanted : free, madeAt)
}

/** Whether a loan is not open, or its security was released, or set off by what stands. */
async function isWithoutSecurity(queries: Queries, loanId: number): Promise<boolean> {
  const { rows } = await queries.execute<{ is: boolean }>(sql`select l.loan_status <> 'active' or exists (
      select from loan_changes c where c.loan_id = l.id and c.state = 2 and (c.kind = 'release' or c.kind = 'set-off'
        and not exists (select from ledger_entries r where r.reverses_id = c.entry_id))) as "is"
    from loans l where l.id = ${loanId}`)
  return rows[0]?.is === true
}

/** What is held for a loan now. */
export async function heldFor(queries: Selects, loanId: number): Promise<Kobo> {
  const [hold] = await queries
    .select({ amount: holds.amount })
    .from(holds)
    .where(isStanding([loanId]))
  return hold?.amount ?? zeroKobo
}

const isStanding = (loanIds: readonly number[]) =>
  and(inArray(holds.loanId, [...loanIds]), isNull(holds.releasedAt))

/** Releases what is held for those of the loans that are not open. */
export const releaseSecurity = (tx: Queries, loanIds: readonly number[], releasedAt: Date) =>
  tx
    .update(holds)
    .set({ releasedAt })
    .where(
      and(
        isStanding(loanIds),
        sql`exists (select from loans l where l.id = ${holds.loanId} and l.loan_status <> 'active')`,
      ),
    )

/** Releases what is held for a loan that goes on without it. */
export const releaseHold = (tx: Queries, loanId: number, releasedAt: Date) =>
  tx
    .update(holds)
    .set({ releasedAt })
    .where(isStanding([loanId]))
