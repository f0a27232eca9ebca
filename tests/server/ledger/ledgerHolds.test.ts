import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import { withdrawals } from '#server/db/tables/money'
import { cashAccount, mainWalletOf } from '#server/ledger/accounts'
import { post } from '#server/ledger/post'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const server = await openServer()
const { database } = server
const money = moneyOf(server)
const { accountOf, databaseErrorOf } = money
const admin = await server.makeAdmin()
const agent = await server.makeAgent()

describe('a withdrawal', () => {
  const walletOf = async (amount: Kobo) => {
    const { id } = await server.makeCustomer(agent.id)
    await money.pay(mainWalletOf(id), amount)
    return { id, wallet: mainWalletOf(id) }
  }
  async function ask(customerId: number, amount: Kobo) {
    const request = { customerId, amount, description: 'school fees', requestedBy: admin.id }
    const [made] = await database
      .insert(withdrawals)
      .values({ ...request, reference: money.newReference() })
      .returning()
    return made?.id ?? 0
  }
  const decide = (id: number, fields: Partial<typeof withdrawals.$inferInsert>) =>
    database
      .update(withdrawals)
      .set({ decidedBy: admin.id, decidedAt: server.clock.now(), ...fields })
      .where(eq(withdrawals.id, id))
  const pay = (id: number, wallet: string, amount: Kobo) =>
    database.transaction(async (tx) => {
      const decision = { decidedBy: admin.id, decidedAt: server.clock.now(), status: 'approved' } as const
      await tx.update(withdrawals).set(decision).where(eq(withdrawals.id, id))
      const { entryId } = await post(tx, {
        kind: 'Withdrawal',
        madeAt: server.clock.now(),
        moves: [
          { account: wallet, amount: negateKobo(amount) },
          { account: cashAccount, amount },
        ],
      })
      await tx.update(withdrawals).set({ entryId }).where(eq(withdrawals.id, id))
    })

  it('holds its amount while it is pending', async () => {
    const { id, wallet } = await walletOf(naira(100))
    await ask(id, naira(60))
    expect(await accountOf(wallet)).toMatchObject({ balance: naira(100), held: naira(60) })
    expect((await databaseErrorOf(() => ask(id, naira(41)))).constraint).toBe('main_wallet_covered')
    const spend = await databaseErrorOf(() => money.pay(wallet, negateKobo(naira(41))))
    expect(spend.constraint).toBe('main_wallet_covered')
    await money.pay(wallet, negateKobo(naira(40)))
  })

  it('releases the hold when it is rejected or paid', async () => {
    const { id, wallet } = await walletOf(naira(100))
    await decide(await ask(id, naira(100)), { status: 'rejected', rejectionReason: 'no' })
    expect(await accountOf(wallet)).toMatchObject({ balance: naira(100), held: 0 })
    await pay(await ask(id, naira(80)), wallet, naira(80))
    expect(await accountOf(wallet)).toMatchObject({ balance: naira(20), held: 0 })
  })

  it('is neither approved without payment nor decided twice', async () => {
    const { id, wallet } = await walletOf(naira(100))
    const { id: otherCustomer } = await walletOf(naira(100))
    const one = await ask(id, naira(50))
    expect((await databaseErrorOf(() => decide(one, { status: 'approved' }))).constraint).toBe(
      'withdrawal_paid',
    )
    await pay(one, wallet, naira(50))
    const again = await databaseErrorOf(() =>
      decide(one, { status: 'rejected', rejectionReason: 'no', entryId: null }),
    )
    expect(again.code).toBe('23001')
    expect((await databaseErrorOf(() => pay(one, wallet, naira(50)))).code).toBe('23001')
    const other = await ask(id, naira(10))
    for (const fields of [{ amount: naira(9) }, { customerId: otherCustomer }])
      expect((await databaseErrorOf(() => decide(other, fields))).code).toMatch(/^(23001|23514)$/)
  })
})
