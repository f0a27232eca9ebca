import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const attempts = 'controls/attempts'
const staff = 'limits/dishonestStaff'

/** What dishonest staff tried, and the tests that try it again: their files in tests/server, and their titles. */
const tried: Record<string, readonly (readonly [file: string, title: string])[]> = {
  'A cashier credits an accomplice ₦500,000 without cash; an honest supervisor approves the withdrawal': [
    [
      attempts,
      'a cashier credits an accomplice ₦500,000 without cash, which an honest supervisor pays out: the count of the till shows it',
    ],
    [
      staff,
      'a cashier credits an accomplice ₦500,000 without cash: above the limit nothing is credited alone',
    ],
  ],
  'A loan officer gives the first approval to the application that he entered; the borrower guarantees herself':
    [
      [staff, 'a loan officer decides on the application that she entered: on no step'],
      [staff, 'a borrower guarantees herself: her phone number is refused'],
      ['guarantors/guarantorBvn', 'of the borrower is refused, at the application and later'],
    ],
  'One permission decides loans, changes, funds and cash differences; ₦100 and ₦100m take one approval': [
    [staff, 'one permission decides on ₦100 and ₦100m: the role’s limit refuses the large one'],
    [staff, 'one approval pays ₦100m: above the limit of the business it takes two'],
  ],
  'A customer’s phone is changed, then ₦60,000 withdrawn': [
    [staff, 'a phone is changed, then ₦60,000 withdrawn: who decides sees the change for seven days'],
    ['history/history', 'has the old and the new value of each field, and only of those that changed'],
    ['history/history', 'tells the number before, and is known for seven days, with who made it'],
  ],
  'Messages switched off, a deposit booked too small, switched on again': [
    [
      staff,
      'messages are switched off, a deposit booked, and switched on again: off takes another admin, the close lists the rest',
    ],
  ],
  'A remittance of ₦0.01 tells what was expected': [
    ['cash/blindCount', 'no reply to a count tells what was expected, nor does any refusal'],
    ['cash/blindCount', 'a count tells nothing until it is entered twice'],
  ],
  'Wallet closed on the 30th, opened on the 1st: no charge': [
    ['savings/commissions', 'leave no way around the commission by closing before the cycle ends'],
  ],
  'A type’s charge set to 0, a plan opened, the charge set back': [
    [
      attempts,
      'a type’s charge is set to 0, a plan opened, the charge set back: each way takes a second admin',
    ],
  ],
  'A late customer moved to another agent before the report': [
    ['customers/customersReassign', 'is kept as it was then, for who may see what is owed'],
  ],
  'Two clerks book the same sheet': [
    [
      'collections/secondSheet',
      'is refused without a word about the first: it names receipt, who, when and sum',
    ],
    [
      'collections/secondSheet',
      'of which two come at once: one is recorded, the other waits for it and asks',
    ],
  ],
  'Savings closed and withdrawn while the loan is late; an inactive customer’s ₦250,000 paid out': [
    [staff, 'savings are withdrawn while the loan is late, by an inactive customer: who decides sees it'],
    [staff, 'an account in dispute is paid out: frozen, with a reason, nothing goes out'],
  ],
  'Main Admin makes a puppet with his own role and approves as it': [
    [
      staff,
      'Main Admin makes a puppet with his own role and approves as it: it decides on nothing of his, ever',
    ],
  ],
  'Arrears of the month’s end dressed by repayments that are reversed the next day': [
    [
      attempts,
      'arrears of the month’s end are dressed by a repayment that is reversed the next day: both readings show it',
    ],
  ],
}

const folder = path.resolve(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(path.join(folder, `${file}.test.ts`), 'utf8')

describe.each(Object.entries(tried))('%s', (_attempt, tests) => {
  it.each(tests)('is tried in %s: %s', (file, title) => {
    expect(textOf(file)).toContain(`it('${title}'`)
  })
})
