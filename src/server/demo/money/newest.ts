import { kobo } from '#domain/money/kobo'
import type { DemoBusiness } from '../business'
import type { DemoFees } from './fees'
import type { inventLoans } from './loans'
import type { inventSavings } from './savings'
import type { inventWallets } from './wallets'

/** So many customers at the top of the list, but for those who are too new to have done anything. */
const howMany = 24
const leastAge = 60

type Parts = {
  wallets: Pick<ReturnType<typeof inventWallets>, 'credit'>
  savings: Pick<ReturnType<typeof inventSavings>, 'openPlan' | 'walletOf'>
  loans: Pick<ReturnType<typeof inventLoans>, 'lend'>
  fees: Pick<DemoFees, 'register' | 'issueCard'>
}

/** Gives the newest customers, who are opened first, money in the main wallet, savings with a card, and a loan. */
export function inventNewest({ customers, dice }: DemoBusiness, { wallets, savings, loans, fees }: Parts) {
  const newest = customers.filter(({ isActive, age }) => isActive && age >= leastAge).slice(-howMany)
  for (const [number, customer] of newest.entries()) {
    const { id, age } = customer
    wallets.credit(id, 0.95 * age, kobo(dice.between(4, 60) * 50_000))
    fees.register(customer, number)
    savings.openPlan(customer, 0.9 * age)
    fees.issueCard(customer, savings.walletOf, 0.89 * age)
    loans.lend(customer, 0.6 * age)
  }
}
