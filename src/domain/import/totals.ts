/**
 * The control totals of an import: what the files have, and what the business enters from its old books. Counts, and sums in
 * kobo as text, so that no sum is too large.
 */
export const controlTotals = {
  agents: 'Agents',
  customers: 'Customers',
  savings: 'Savings wallets',
  loans: 'Loans',
  saved: 'Balances of savings',
  owed: 'Owed on loans',
  customer_wallets: 'Main wallets of customers',
  business_wallets: 'Business wallets, vault and bank',
  agent_cash: 'Cash held by agents',
} as const
export type ControlTotal = keyof typeof controlTotals
export type ControlTotals = Record<ControlTotal, string>

export const controlNames = Object.keys(controlTotals) as ControlTotal[]
/** Those that are sums of money. */
export const isSum = (name: ControlTotal) =>
  ['saved', 'owed', 'customer_wallets', 'business_wallets', 'agent_cash'].includes(name)

/** The totals that differ, to the kobo. */
export const differencesOf = (inFiles: ControlTotals, entered: ControlTotals): ControlTotal[] =>
  controlNames.filter((name) => BigInt(inFiles[name]) !== BigInt(entered[name]))
