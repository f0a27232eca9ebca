import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { ImportNoun } from '#contract/calls/imports'
import { lagosDay } from '#domain/time/lagos'
import { calls } from '#contract/index'
import { savings, savingsCycles, savingTypes } from '#server/db/tables/money'
import { faultsIn } from '../support/books'
import { manyCalls, openServer } from '../support/harness'
import { naira } from '../support/people'
import { importDeskOf } from './importDesk'

const server = await openServer({ limits: manyCalls })
const { database, clock } = server
const { read, moveIn, fileText } = await importDeskOf(server)
const clerk = await server.enter('can-record-collection')

/** No file is imported twice. */
const peopleOf = (first: string): Partial<Record<ImportNoun, string>> => ({
  agents: `Agent,First Name,Last Name,Phone Number,Email\nA-1,${first},Adeyemi,08031234567,bola@alajo.test\n`,
  customers: `Customer,First Name,Last Name,Phone Number,Agent\nC-1,${first},Bello,08023456789,A-1\n`,
})
const types = `Saving Type,Category,Charge,Commission,Commission Rate,Cycle,Cycle Days,Taken,Plan End
Thrift Card,Daily,,Contribution,,Month,,First,Carry On
Part,Daily,,Percent,10,Days,30,End,Pay Out
Old Thrift,Daily,100.00,,,,,,
`
const wallet = (key: string, type: string, more: string) =>
  `${key},C-1,${type},500.00,Daily,100,2026-06-15,${more}\n`
const wallets = `Saving,Customer,Saving Type,Fixed Amount,Frequency,Duration,Opened,Commission,Cycle Paid,Cycle Kept,Balance
${wallet('S-1', 'Thrift Card', ',3500.00,500.00,3000.00')}${wallet('S-2', 'Thrift Card', ',200.00,0,200.00')}${wallet('S-3', 'Part', ',1000.00,0,1000.00')}${wallet('S-4', 'Old Thrift', ',,,1000.00')}${wallet('S-5', 'Thrift Card', 'None,,,0')}`

it('refuses terms that say nothing, and more kept than was paid', async () => {
  const { faults } = await read({
    ...peopleOf('Amina'),
    savingTypes: `Saving Type,Category,Charge,Commission,Commission Rate,Cycle,Cycle Days,Taken
One,Daily,,Percent,,,,
Two,Daily,,Amount,,,,First
Three,Daily,,Contribution,,Days,400,First
`,
    savings: `Saving,Customer,Saving Type,Fixed Amount,Frequency,Duration,Opened,Cycle Paid,Cycle Kept,Balance
S-1,C-1,Three,500.00,Daily,100,2026-06-15,100.00,500.00,0
`,
  })
  expect(faults.map(({ reason }) => reason)).toEqual([
    'A commission in percent needs its rate.',
    'A commission of an amount needs its charge.',
    'A cycle has at most 366 days.',
    'It is more than was paid in the cycle.',
  ])
})

it('takes cards over in the middle of their cycle, with their terms, and writes them out alike', async () => {
  await moveIn({ ...peopleOf('Bola'), savingTypes: types, savings: wallets })
  const stored = await database.select().from(savingTypes).orderBy(asc(savingTypes.id))
  expect(stored).toMatchObject([
    {
      name: 'Thrift Card',
      commissionKind: 'contribution',
      cycleKind: 'month',
      taken: 'first',
      planEnd: 'carry-on',
    },
    {
      name: 'Part',
      commissionKind: 'percent',
      commissionBasisPoints: 1000,
      cycleKind: 'days',
      cycleDays: 30,
      planEnd: 'pay-out',
    },
    { name: 'Old Thrift', commissionKind: 'amount', charge: naira(100), cycleKind: 'month', taken: 'end' },
  ])
  const made = await database.select().from(savings).orderBy(asc(savings.id))
  // Plans that are paid out at their end: the next one after the release.
  expect(made.map(({ commissionKind, dueDate }) => [commissionKind, dueDate])).toEqual([
    ['contribution', '2026-09-23'],
    ['contribution', '2026-09-23'],
    ['percent', '2027-01-01'],
    ['amount', '2026-09-23'],
    ['none', '2026-09-23'],
  ])
  const cycles = () =>
    database.select().from(savingsCycles).orderBy(asc(savingsCycles.savingsId), asc(savingsCycles.number))
  expect(await cycles()).toMatchObject([
    {
      number: 6,
      fromDay: '2026-11-01',
      throughDay: '2026-11-30',
      paid: naira(3500),
      due: naira(500),
      taken: naira(500),
    },
    { number: 6, paid: naira(200), due: naira(200), taken: 0 },
    {
      number: 6,
      fromDay: '2026-11-12',
      throughDay: '2026-12-11',
      paid: naira(1000),
      due: naira(100),
      taken: 0,
    },
  ])
  expect(await faultsIn(database)).toEqual([])

  // The card goes on: the first contribution was kept by the old books, of the second card a part is still owed.
  const [first, second] = made
  const deposit = (savings_id = 0) =>
    server.ask(
      calls.savings.recordDeposit,
      { savings_id, amount: naira(500), day: lagosDay(clock.now()) },
      clerk,
    )
  expect((await deposit(first?.id)).message).not.toContain('commission')
  expect((await deposit(second?.id)).message).toContain('₦500.00 of commission was kept.')
  expect(await faultsIn(database)).toEqual([])

  expect(await fileText('savingTypes')).toContain('Part,Daily,0,0.00,Percent,10,Days,30,End,Pay Out,Active')
  expect(await fileText('savings')).toMatch(/Thrift Card,.*,Contribution,0,Month,31,First,Carry On,/)
})
