import type { Entry } from './books'

const ofLoans = ['disbursement', 'repayment', 'correction']
const byWallet: Record<string, Record<string, string>> = {
  MBW: {},
  PW: { repayment: 'earned', correction: 'earned', recovery: 'recoveries', pay: 'agents-commission' },
  TW: { fee: 'fees', disbursement: 'fees', charge: 'charges', commission: 'commission' },
  SW: { interest: 'interest-paid' },
}
const places: Record<string, string> = {
  CASH: 'cash',
  'TO-PAY': 'to-pay',
  'OVER-SHORT': 'cash-differences',
}

/** The line of the books of one account's part in an entry; undefined for what loans owe in all. */
function lineOf(entry: Entry, account: string): string | undefined {
  const { kind } = entry.reverses ?? entry
  const wallet = byWallet[account]
  if (wallet) return account === 'MBW' && ofLoans.includes(kind) ? 'lent' : (wallet[kind] ?? 'owner')
  if (account.startsWith('agent ')) return 'agents'
  if (account.startsWith('customer ')) return 'main-wallets'
  if (account.startsWith('SV-')) return 'savings'
  return places[account]
}

/**
 * What each line of the books gained in days of recording, from plain entries. `lent` is what was lent and not repaid, also what was
 * written off of it; `earned` interest and penalties.
 */
export function bookLines(entries: readonly Entry[], from: string, through: string) {
  const lines: Record<string, number> = {}
  for (const entry of entries)
    if (entry.day >= from && entry.day <= through)
      for (const [account, amount] of Object.entries(entry.moves)) {
        const line = lineOf(entry, account)
        if (line !== undefined) lines[line] = (lines[line] ?? 0) + amount
      }
  return withoutNothing(lines)
}

const together: Record<string, string> = {
  loans: 'lent',
  'written-off': 'lent',
  interest: 'earned',
  penalties: 'earned',
  'daily-savings': 'savings',
  'market-savings': 'savings',
  'microsoft-savings': 'savings',
}

/** Lines of a reply in the same form: a credit above zero. */
export function linesTogether(rows: readonly { line: string; credit: number }[]) {
  const lines: Record<string, number> = {}
  for (const { line, credit } of rows) {
    const name = together[line] ?? line
    lines[name] = (lines[name] ?? 0) + credit
  }
  return withoutNothing(lines)
}

const withoutNothing = (lines: Record<string, number>) =>
  Object.fromEntries(Object.entries(lines).filter(([, amount]) => amount !== 0))
