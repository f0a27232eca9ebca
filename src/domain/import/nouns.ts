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
    needed('Day', { choices: days }, 'Tuesday', ['Market Day']),
    needed('State', 'state', 'Ogun'),
    needed('LGA', 'lga', 'Abeokuta South', ['Local Government']),
    field('Status', active, 'Active'),
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
        },
      },
      'Main',
    ),
    needed('Balance', 'money', '2,500,000.00'),
  ],
}

/** Nouns whose rows have a key: no two rows of an import have the same. */
export const keyedNouns: ReadonlySet<ImportNoun> = new Set<ImportNoun>([
  'agents',
  'markets',
  'savingTypes',
  'loanTypes',
  'customers',
  'savings',
  'loans',
  'wallets',
])

/** The name of a noun's file, without its ending, in a folder of files and as a template. */
export const importFileNames: Readonly<Record<ImportNoun, string>> = {
  agents: 'agents',
  markets: 'market-days',
  savingTypes: 'saving-types',
  loanTypes: 'loan-types',
  customers: 'customers',
  savings: 'savings',
  loans: 'loans',
  instalments: 'instalments',
  guarantors: 'guarantors',
  wallets: 'wallets',
}
