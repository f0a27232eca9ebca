import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kobo } from './kobo'
import { canTransfer, type TransferWallet, stepDown, stepUp, transferFault } from './transferSteps'

const wallets: fc.Arbitrary<TransferWallet> = fc
  .record({
    steps: fc.integer({ min: 0, max: 60 }),
    fixed: fc.integer({ min: 1, max: 50_000 }),
    rest: fc.nat(),
  })
  .map(({ steps, fixed, rest }) => ({
    balance: kobo(steps * fixed + (rest % fixed)),
    fixedAmount: kobo(fixed),
  }))
const fundedWallets = wallets.filter(canTransfer)

/** Every amount that "+" reaches, from one step on. */
function ladder(wallet: TransferWallet) {
  const amounts = [wallet.fixedAmount]
  for (let amount = wallet.fixedAmount; amount < wallet.balance; amounts.push(amount))
    amount = stepUp(amount, wallet)
  return amounts
}

describe('the steps of a transfer', () => {
  it('climb from one step to the whole balance, and no further', () => {
    fc.assert(
      fc.property(fundedWallets, (wallet) => {
        const amounts = ladder(wallet)
        expect(amounts.at(-1)).toBe(wallet.balance)
        expect(stepUp(wallet.balance, wallet)).toBe(wallet.balance)
        for (const [at, amount] of amounts.slice(1).entries()) {
          const step = amount - (amounts[at] as number)
          expect(step).toBeGreaterThan(0)
          expect(step).toBeLessThanOrEqual(wallet.fixedAmount)
          if (amount < wallet.balance) expect(step).toBe(wallet.fixedAmount)
        }
      }),
    )
  })

  it('go down in reverse order', () => {
    fc.assert(
      fc.property(fundedWallets, (wallet) => {
        const amounts = ladder(wallet)
        for (const [at, amount] of amounts.entries())
          expect(stepDown(amount, wallet)).toBe(amounts[at - 1] ?? wallet.fixedAmount)
      }),
    )
  })

  it('are exactly the amounts that the server accepts', () => {
    fc.assert(
      fc.property(wallets, fc.integer({ min: -5, max: 3_100_000 }), (wallet, any) => {
        const allowed = canTransfer(wallet) ? ladder(wallet) : []
        for (const amount of allowed) expect(transferFault(amount, wallet)).toBeUndefined()
        const amount = kobo(any)
        expect(transferFault(amount, wallet) === undefined).toBe(allowed.includes(amount))
      }),
    )
  })

  it('explain why an amount is rejected', () => {
    const wallet = { balance: kobo(25_000), fixedAmount: kobo(10_000) }
    expect(ladder(wallet)).toEqual([10_000, 20_000, 25_000])
    expect(transferFault(kobo(15_000), wallet)).toBe(
      'Transfers go in steps of ₦100.00, or take the whole balance of ₦250.00.',
    )
    expect(transferFault(kobo(30_000), wallet)).toBe(
      'The savings wallet holds ₦250.00, which does not cover ₦300.00.',
    )
    expect(transferFault(kobo(9999), { ...wallet, balance: kobo(9999) })).toBe(
      'Insufficient balance to perform this transfer.',
    )
  })
})
