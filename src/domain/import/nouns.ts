import type { ImportNoun } from '#contract/calls/imports'

/** How a cell of a column is read (rows.ts). */
export type FieldKind =
  | 'key'
  | 'text'
  | 'name'
  | 'phone'
  | 'email'
  /** Kobo, of zero or more. */
  | 'money'
  /** Kobo above zero. */
  | 'amount'
  /** Kobo, also below zero. */
  | 'signed'
  | 'percent'
  /** A whole number of zero or more, or of one or more. */
  | 'count'
  | 'number'
  | 'date'
  | 'state'
  | 'lga'
  | { choices: Readonly<Record<string, string | number>> }

export type Field = {
  name: string
  header: string
  kind: FieldKind
  required?: true
  /** Other headers that mean the same. */
  also?: readonly string[]
  /** An example for the template. */
  example: string
}

/** Where each field is in the file's rows. */
export type Heading = { noun: ImportNoun; places: ReadonlyMap<string, number>; width: number; key: string }

const active = { choices: { Active: 'active', Inactive: 'inactive' } }
const periods = { Daily: 'daily', Weekly: 'weekly', Monthly: 'monthly' }
const feeMoments = {
  Registration: 'registration',
  'Before Approval': 'before-approval',
  'Kept Back': 'kept-back',
}
const days = { Monday: 1, Tuesday: 2, Wednesday: 3, Thursday: 4, Friday: 5, Saturday: 6, Sunday: 7 }

const field = (
  header: string,
  kind: FieldKind,
  example: string,
  { also, required }: Pick<Field, 'also' | 'required'> = {},
): Field => ({
  name: header.toLowerCase().replaceAll(' ', '_'),
  header,
  kind,
  example,
  ...(also && { also }),
  ...(required && { required }),
})
const needed = (header: string, kind: FieldKind, example: string, also: readonly string[] = []): Field =>
  field(header, kind, example, { also, required: true })

const person = (first: string, last: string, phone: string) => [
  needed('First Name', 'name', first),
  needed('Last Name', 'name', last, ['Surname']),
  needed('Phone Number', 'phone', phone, ['Phone', 'Mobile', 'GSM', 'Telephone']),
]
const place = [
  field('State', 'state', 'Ogun'),
  field('LGA', 'lga', 'Abeokuta South', { also: ['Local Government'] }),
]

/** The commission, the cycle and the end of plans of a type, and of a wallet that has others than its type. */
const commission = (...[kind, cycle, taken, end]: readonly string[]) => [
  field(
    'Commission',
    { choices: { None: 'none', Amount: 'amount', Contribution: 'contribution', Percent: 'percent' } },
    kind ?? '',
  ),
  field('Commission Rate', 'percent', ''),
  field('Cycle', { choices: { Month: 'month', Days: 'days' } }, cycle ?? ''),
  field('Cycle Days', 'number', ''),
  field('Taken', { choices: { First: 'first', End: 'end' } }, taken ?? ''),
  field('Plan End', { choices: { 'Carry On': 'carry-on', 'Pay Out': 'pay-out', Close: 'close' } }, end ?? ''),
]

/** What an agent gets of what is brought. */
const agentRates = (commissions: string, savings: string, repayments: string) => [
  field('Of Commissions', 'percent', commissions),
  field('Of Savings', 'percent', savings),
  field('Of Repayments', 'percent', repayments),
]
/** What an agent brought, less what was reversed. */
const brought = (...headers: readonly string[]) =>
  headers.map((header) => field(header, 'signed', '12,500.00'))

/** The columns of each file. The first one is the key by which others name the row, if the noun has one. */
export const importFields: Readonly<Record<ImportNoun, readonly Field[]>> = {
  agents: [
    needed('Agent', 'key', 'A-01', ['Agent Number', 'Agent Code']),
    ...person('Bola', 'Adeyemi', '08031234567'),
    needed('Email', 'email', 'bola@example.com', ['E-mail']),
    ...place,
    field('Home Address', 'text', '12 Oke Street'),
    field('Office Address', 'text', ''),
    field('Status', { choices: { Active: 'ACTIVE', Suspended: 'SUSPENDED' } }, 'Active'),
    field('Cash Held', 'signed', '12,500.00', { also: ['Cash'] }),
  ],
  markets: [
    needed('Market', 'key', 'Kuto'),
    field('Day', { choices: days }, 'Tuesday', { also: ['Market Day'] }),
    field('Every Days', 'number', ''),
    field('First Day', 'date', ''),
    needed('State', 'state', 'Ogun'),
    needed('LGA', 'lga', 'Abeokuta South', ['Local Government']),
    field('Status', active, 'Active'),
  ],
  calendar: [
    field('Date', 'date', '25/12/2026'),
    field('Weekday', { choices: days }, ''),
    field('Name', 'text', 'Christmas Day', { also: ['Holiday'] }),
  ],
  savingTypes: [
    needed('Saving Type', 'key', 'Daily Thrift'),
    needed('Category', { choices: { Daily: 'daily', Market: 'market', Microsoft: 'microsoft' } }, 'Daily'),
    field('Interest', 'percent', '0'),
    field('Charge', 'money', '100.00'),
    ...commission('Amount', 'Month', 'End', 'Carry On'),
    field('Status', active, 'Active'),
  ],
  loanTypes: [
    needed('Loan Type', 'key', 'Trader Loan'),
    field('Description', 'text', 'For stock'),
    needed('Interest', 'percent', '10'),
    field('Penalty', 'percent', '5'),
    field('Grace Days', 'count', '3'),
    field('Daily', { choices: { Yes: 'yes', No: 'no' } }, 'Yes'),
    field('Weekly', { choices: { Yes: 'yes', No: 'no' } }, 'Yes'),
    field('Monthly', { choices: { Yes: 'yes', No: 'no' } }, 'Yes'),
    field('Status', active, 'Active'),
    field('Interest Kind', { choices: { Flat: 'flat', Reducing: 'reducing' } }, ''),
    field('Settled Early', { choices: { Whole: 'whole', Accrued: 'accrued' } }, ''),
    field('Penalty A Day', 'money', ''),
    field('Penalty At Most', 'percent', ''),
    field('Security', 'percent', ''),
    field('Least Amount', 'money', ''),
    field('Most Amount', 'money', ''),
    field('Least Installments', 'count', ''),
    field('Most Installments', 'count', ''),
    field('Least Guarantors', 'count', ''),
    field('Savings Wanted', 'percent', ''),
  ],
  fees: [
    needed('Fee', 'key', 'Savings Card'),
    needed('For', { choices: { Customer: 'customer', Card: 'card', Loan: 'loan' } }, 'Card'),
    field('Loan Type', 'key', ''),
    needed('Paid', { choices: feeMoments }, 'Registration'),
    field('Amount', 'money', '500.00'),
    field('Percent', 'percent', ''),
    field('Status', active, 'Active'),
  ],
  customers: [
    needed('Customer', 'key', 'C-0001', ['Customer Number', 'Account Number', 'Customer Reference']),
    ...person('Amina', 'Bello', '08023456789'),
    field('Home Address', 'text', '4 Market Road', { also: ['Address'] }),
    field('Office Address', 'text', ''),
    ...place,
    needed('Agent', 'key', 'A-01', ['Agent Number', 'Agent Code']),
    field('Registered', 'date', '25/02/2025', { also: ['Date Registered'] }),
    field('Status', active, 'Active'),
    field('Wallet Balance', 'money', '0.00', { also: ['Balance'] }),
  ],
  savings: [
    needed('Saving', 'key', 'S-0001', ['Saving Number', 'Savings Reference']),
    needed('Customer', 'key', 'C-0001', ['Customer Number', 'Account Number', 'Customer Reference']),
    needed('Saving Type', 'key', 'Daily Thrift', ['Type']),
    field('Market', 'key', ''),
    needed('Fixed Amount', 'amount', '500.00', ['Deposit']),
    needed('Frequency', { choices: periods }, 'Daily', ['Deposit Type']),
    needed('Duration', 'number', '365', ['Days']),
    needed('Opened', 'date', '25/02/2025', ['Date Opened']),
    field('Interest', 'percent', ''),
    field('Charge', 'money', ''),
    ...commission(),
    field('Cycle Paid', 'money', ''),
    field('Cycle Kept', 'money', ''),
    needed('Balance', 'money', '45,500.00'),
  ],
  loans: [
    needed('Loan', 'key', 'L-0001', ['Loan Number', 'Loan Reference']),
    needed('Customer', 'key', 'C-0001', ['Customer Number', 'Account Number', 'Customer Reference']),
    needed('Loan Type', 'key', 'Trader Loan', ['Type']),
    needed('Amount Lent', 'amount', '100,000.00', ['Amount', 'Loan Amount']),
    needed('Disbursed', 'date', '15/08/2026', ['Date Disbursed']),
    needed('Period', { choices: periods }, 'Weekly', ['Instalment Period']),
    field('Interest Open', 'money', '4,000.00'),
    field('Purpose', 'text', 'Stock for the season'),
    field('Secured By', 'key', ''),
    field('Held', 'money', ''),
  ],
  instalments: [
    needed('Loan', 'key', 'L-0001', ['Loan Number', 'Loan Reference']),
    needed('Due Date', 'date', '25/12/2026', ['Due']),
    needed('Open', 'money', '11,000.00', ['Amount Open', 'Balance']),
    field('Penalty Open', 'money', '0.00', { also: ['Penalty'] }),
  ],
  guarantors: [
    needed('Customer', 'key', 'C-0001', ['Customer Number', 'Account Number', 'Customer Reference']),
    field('Loan', 'key', 'L-0001', { also: ['Loan Number', 'Loan Reference'] }),
    ...person('Ngozi', 'Okafor', '08051234567'),
    needed('Address', 'text', '7 Station Road', ['Home Address']),
    field('Email', 'email', '', { also: ['E-mail'] }),
  ],
  agentPayTerms: [
    field('Agent', 'key', 'A-01', { also: ['Agent Number', 'Agent Code'] }),
    needed('From Month', 'date', '01/10/2026', ['Month']),
    ...agentRates('10', '0.5%', '1'),
  ],
  agentTargets: [
    needed('Agent', 'key', 'A-01', ['Agent Number', 'Agent Code']),
    needed('Month', 'date', '01/12/2026'),
    needed('Savings', 'money', '500,000.00'),
    needed('Repaid', 'money', '200,000.00'),
    needed('Customers', 'count', '5'),
  ],
  agentStatements: [
    needed('Statement', 'key', 'AS-01'),
    needed('Agent', 'key', 'A-01', ['Agent Number', 'Agent Code']),
    needed('Month', 'date', '01/10/2026'),
    ...brought('Commissions', 'Savings', 'Repayments'),
    ...agentRates('10', '0.5%', '1').map((rate): Field => ({ ...rate, required: true })),
    field('Status', { choices: { Approved: 2, Undecided: 0 } }, 'Approved'),
    field('Paid Before', 'signed', '0.00', { also: ['Paid'] }),
  ],
  agentStatementRows: [
    needed('Statement', 'key', 'AS-01'),
    needed('Customer', 'key', 'C-0001', ['Customer Number', 'Account Number', 'Customer Reference']),
    ...brought('Commissions', 'Savings', 'Repayments'),
  ],
  wallets: [
    needed(
      'Wallet',
      {
        choices: {
          Main: 'MBW',
          Profit: 'PW',
          Transaction: 'TW',
          Saving: 'SW',
          MBW: 'MBW',
          PW: 'PW',
          TW: 'TW',
          SW: 'SW',
          Vault: 'CASH',
          Cash: 'CASH',
          Bank: 'BANK',
        },
      },
      'Main',
    ),
    needed('Balance', 'money', '2,500,000.00'),
  ],
}

/** Nouns whose rows have a key, with its heading: no two rows of an import have the same. */
export const keyedNouns: ReadonlyMap<ImportNoun, string> = new Map<ImportNoun, string>([
  ['agents', 'Agent'],
  ['markets', 'Market'],
  ['savingTypes', 'Saving Type'],
  ['loanTypes', 'Loan Type'],
  ['fees', 'Fee'],
  ['customers', 'Customer'],
  ['savings', 'Saving'],
  ['loans', 'Loan'],
  ['agentStatements', 'Statement'],
  ['wallets', 'Wallet'],
])

/** The name of a noun's file, without its ending, in a folder of files and as a template. */
export const importFileNames: Readonly<Record<ImportNoun, string>> = {
  agents: 'agents',
  markets: 'market-days',
  calendar: 'calendar',
  savingTypes: 'saving-types',
  loanTypes: 'loan-types',
  fees: 'fees',
  customers: 'customers',
  savings: 'savings',
  loans: 'loans',
  instalments: 'instalments',
  guarantors: 'guarantors',
  agentPayTerms: 'agent-rates',
  agentTargets: 'agent-targets',
  agentStatements: 'agent-statements',
  agentStatementRows: 'agent-statement-rows',
  wallets: 'wallets',
}
