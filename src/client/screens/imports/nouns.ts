import { importNouns, type ImportNoun } from '#contract/calls/imports'
import { importFileNames } from '#domain/import/nouns'

export const nounTitles: Readonly<Record<ImportNoun, string>> = {
  agents: 'Agents',
  markets: 'Market days',
  calendar: 'Days without collection',
  savingTypes: 'Savings types',
  loanTypes: 'Loan types',
  fees: 'Fees',
  customers: 'Customers',
  savings: 'Savings wallets',
  loans: 'Running loans',
  instalments: 'Open installments',
  guarantors: 'Guarantors',
  agentPayTerms: 'Agents’ rates',
  agentTargets: 'Agents’ targets',
  agentStatements: 'Agents’ statements',
  agentStatementRows: 'Rows of agents’ statements',
  wallets: 'Business wallets, vault and bank',
}

const words = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')

/** What a file has by its name: 'faults-customers (2).csv' has customers. Undefined if its name does not say. */
export function nounOfFile(name: string): ImportNoun | undefined {
  const text = words(name.replace(/\.[^.]*$/, ''))
  const found = importNouns.filter((noun) => text.includes(words(importFileNames[noun])))
  // 'saving-types' is no file of savings.
  return found.toSorted((a, b) => importFileNames[b].length - importFileNames[a].length)[0]
}
