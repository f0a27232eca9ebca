import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type Call, group, read, write } from '../call'
import { allCalls } from '../index'
import { Amount, Id, Kobo, Stamp, Text } from '../values'
import { contractBreaks } from './breaks'
import recorded from './contract.json'
import { type ContractShape, shapeOfContract } from './shapes'

const isoTimestamp = Stamp.pipe[1].requirement

/** Breaks that are right, by what the test says of each, with the reason. */
const asTheSpecSays = Object.fromEntries(
  [
    ...['getCustomerPage', 'getCustomersBalance'].flatMap((call) =>
      ['null as', 'without'].flatMap((how) =>
        ['', '.balance', '.held'].map(
          (field) => `customers.${call} may reply ${how} data.main_wallet${field}`,
        ),
      ),
    ),
    ...['null as', 'without'].flatMap((how) =>
      ['', '[].balance'].map(
        (field) => `customers.getCustomersBalance may reply ${how} data.savings_wallets${field}`,
      ),
    ),
    'loans.customerLoanHistory may reply null as data[].status',
    'markets.getMarket replies data.data[].status as string, not as picklist',
    'markets.getMarkets replies data.data[].status as string, not as picklist',
    `agents.agentDownline replies agent[].created_at without iso_timestamp ${String(isoTimestamp)}`,
  ].map((what) => [
    what,
    'The portal shows what is missing or unknown as the spec says; this server sends it as before.',
  ]),
)
const commissionTerms = Object.fromEntries(
  ['createSavingType', 'updateSavingTypeTerms'].flatMap((call) =>
    ['commission', 'commission_rate', 'cycle', 'cycle_days', 'taken', 'plan_end'].map((field) => [
      `savings.${call} has the new ${field}, which older servers ignore: declare a new call`,
      'An older server opens no wallet with a commission. What it makes is a charge a month, none where the commission is no amount, and the list of types says so.',
    ]),
  ),
)
const newNouns = Object.fromEntries(
  ['calendar', 'fees', 'agentPayTerms', 'agentTargets', 'agentStatements', 'agentStatementRows'].flatMap(
    (noun) =>
      [
        'countBooks replies % as data.rows',
        ...['faults', 'faulty', 'files'].map((of) => `getImport replies % as data.${of}`),
      ].map((what) => [
        `imports.${what.replace('%', noun)}[].noun, which older portals refuse`,
        'Books are moved in and out rarely: these screens wait for the reload that the portal asks for.',
      ]),
  ),
)
const newRuns = Object.fromEntries(
  ['commissions', 'plans'].map((kind) => [
    `closing.getRuns replies ${kind} as data.data[].kind, which older portals refuse`,
    'Only once a wallet has a commission: an older portal shows the list again after its update.',
  ]),
)
const loanTerms = Object.fromEntries(
  ['createLoanType', 'updateLoanTypeTerms'].flatMap((call) =>
    [
      'interest_kind',
      'settlement',
      'penalty_kind',
      'penalty_amount',
      'penalty_ceiling',
      'security_rate',
      'least_guarantors',
      'least_amount',
      'most_amount',
      'least_times',
      'most_times',
      'savings_wanted',
    ].map((field) => [
      `loans.${call} has the new ${field}, which older servers ignore: declare a new call`,
      'What an older server makes is a type with flat interest, without bounds and security, and the list of types says so.',
    ]),
  ),
)
const rateOfTerms = {
  'loans.updateLoanTypeTerms has the new interest_rate, which older servers ignore: declare a new call':
    'An older server requests the other terms, and the request says so.',
}
const ofSecurity = Object.fromEntries(
  [
    'loanChanges.getLoanChanges replies %s as data.data[].kind',
    'loanChanges.getLoanChangeCase replies %s as data[].kind',
    'loans.getLoanAccount replies %s as data.changes[].kind',
  ].flatMap((what) =>
    ['set-off', 'release'].map((kind) => [
      `${what.replace('%s', kind)}, which older portals refuse`,
      'Only once a loan has a security: an older portal shows it again after its update, and no set-off as a write-off.',
    ]),
  ),
)
const reversalsWithoutCustomer = Object.fromEntries(
  [
    ['getReversals', 'data.data[].'],
    ['getReversalCase', 'data[].'],
    ['getReversible', 'data.'],
  ].flatMap(([call, at]) =>
    ['user_id', 'customer'].map((field) => [
      `reversals.${call} may reply null as ${at}${field}`,
      'Only once the business’s own money is reversed: an older portal shows it again after its update.',
    ]),
  ),
)
const accepted: Record<string, string> = {
  ...reversalsWithoutCustomer,
  ...asTheSpecSays,
  ...newNouns,
  ...newRuns,
  ...commissionTerms,
  ...loanTerms,
  ...rateOfTerms,
  ...ofSecurity,
  'loans.createLoan has the new security_savings_id, which older servers ignore: declare a new call':
    'An older server makes a loan without security, which who decides reads; only types of newer servers want one.',
  'cash.recordRemittance may reply null as data.expected':
    'A blind count names nothing. A portal of the last release says that it could not confirm the remittance, and Check finds it.',
  'cash.recordRemittance may reply null as data.left': 'The same.',
  'cash.recordRemittance has the new counted_again, which older servers ignore: declare a new call':
    'The portal compares both counts before it sends them: an older server records the same.',
  'loans.createLoan has the new guarantors[].bvn, which older servers ignore: declare a new call':
    'It is optional: who decides reads that none is recorded.',
  'savings.updateSavingTypeTerms requires reason, which is new':
    'Another admin decides by it. A portal of the last release says that it is required, until it is reloaded.',
  'loans.updateLoanTypeTerms requires reason, which is new': 'The same.',
  'guarantors.addGuarantor has the new bvn, which older servers ignore: declare a new call': 'The same.',
}

it('portals and servers of the last release and of this one work together', () => {
  const found = contractBreaks(recorded as ContractShape, shapeOfContract(allCalls))
  expect(found.toSorted(), 'docs/change/reference.md, "Calls of the last release", says what to do').toEqual(
    Object.keys(accepted).toSorted(),
  )
})

describe('a call that changes', () => {
  const breaks = (before: Call, now: Call) => {
    const shapes = [before, now].map((call) => shapeOfContract(Object.values(group('agents', { call }))))
    return contractBreaks(shapes[0] ?? {}, shapes[1] ?? {}).map((what) => what.replace('agents.call ', ''))
  }
  const ask = (input: v.ObjectEntries, output: v.ObjectEntries = {}) =>
    read({ path: 'ask', access: 'session', reads: [], input: v.object(input), output: v.object(output) })
  const make = (input: v.ObjectEntries, output: v.ObjectEntries = {}) =>
    write({
      path: 'make',
      access: 'session',
      subject: [],
      writes: [],
      input: v.object(input),
      output: v.object(output),
    })

  it('is refused without it, or by another name of its path', () => {
    expect(contractBreaks(shapeOfContract(Object.values(group('agents', { call: ask({}) }))), {})).toEqual([
      'agents.call is gone',
    ])
    expect(breaks(ask({}), { ...ask({}), path: 'other' })).toEqual(['has another path'])
    expect(breaks(ask({}), { ...ask({}), encoding: 'encrypted' })).toEqual(['has another encoding'])
  })

  const kind = (...values: string[]) => v.picklist(values)
  it.each([
    ['a field more to ask by', { id: Id }, { id: Id, search: v.optional(Text) }],
    ['a field that may be missing', { id: Id }, { id: v.optional(Id) }],
    ['more values', { kind: kind('a') }, { kind: kind('a', 'b') }],
    [
      'a wider limit',
      { text: v.pipe(v.string(), v.maxLength(10)) },
      { text: v.pipe(v.string(), v.maxLength(20)) },
    ],
    ['no limit', { text: v.pipe(v.string(), v.minLength(1)) }, { text: v.string() }],
  ])('may take %s', (_what, before, now) => {
    expect(breaks(ask(before), ask(now))).toEqual([])
  })

  it.each([
    [{ id: Id }, {}, ['ignores id']],
    [{}, { id: Id }, ['requires id, which is new']],
    [{ id: v.optional(Id) }, { id: Id }, ['requires id']],
    [{ id: v.nullable(Id) }, { id: Id }, ['refuses null as id']],
    [{ id: v.string() }, { id: v.number() }, ['takes id as number, not as string']],
    [{ kind: kind('a', 'b') }, { kind: kind('a') }, ['refuses b as kind']],
    [
      { amount: v.number() },
      { amount: Kobo },
      ['checks amount by safe_integer', 'checks amount by wire naira'],
    ],
    [
      { text: v.pipe(v.string(), v.maxLength(9)) },
      { text: v.pipe(v.string(), v.maxLength(8)) },
      ['checks text by max_length 8'],
    ],
    [
      { lines: v.array(v.object({ id: Id, note: Text })) },
      { lines: v.array(v.object({ id: Id })) },
      ['ignores lines[].note'],
    ],
  ])('may not take less: %#', (before, now, expected) => {
    expect(breaks(ask(before), ask(now))).toEqual(expected)
  })

  it.each([
    ['a field more', { id: Id }, { id: Id, name: Text }],
    ['fewer values', { kind: kind('a', 'b') }, { kind: kind('a') }],
    ['never null', { name: v.nullable(Text) }, { name: Text }],
  ])('may reply %s', (_what, before, now) => {
    expect(breaks(ask({}, before), ask({}, now))).toEqual([])
  })

  it.each([
    [{ id: Id }, {}, ['replies without id']],
    [{ id: Id }, { id: v.optional(Id) }, ['may reply without id']],
    [{ id: Id }, { id: v.nullable(Id) }, ['may reply null as id']],
    [{ kind: kind('a') }, { kind: kind('a', 'b') }, ['replies b as kind, which older portals refuse']],
    [{ sum: Amount }, { sum: Kobo }, ['replies sum without min_value 1']],
    [{ rows: v.array(v.object({ id: Id })) }, { rows: v.array(v.object({})) }, ['replies without rows[].id']],
    [{ one: v.union([v.string(), v.number()]) }, { one: v.union([v.string()]) }, ['has other kinds of one']],
  ])('may not reply less: %#', (before, now, expected) => {
    expect(breaks(ask({}, before), ask({}, now))).toEqual(expected)
  })

  it('may not say more in a change, which an older server would ignore, nor need more of its reply', () => {
    expect(
      breaks(make({ id: Id }, { id: Id }), make({ id: Id, fee: v.optional(Amount) }, { id: Id, fee: Kobo })),
    ).toEqual([
      'has the new fee, which older servers ignore: declare a new call',
      'has the new fee in its reply, which older servers lack: make it optional',
    ])
    expect(breaks(make({}), make({}, { fee: v.optional(Kobo) }))).toEqual([])
  })
})
