import type { DayAgent, DayClose, DayPlace, feeWays, LaterLine, MovedFigure } from '#contract/calls/closing'
import type { Kobo } from '#contract/values'
import { kobo, sumKobo } from '#domain/money/kobo'
import { formatCount } from '#domain/money/figures'
import type { Rows } from '#lists/RowsLink'

/** A figure of the day with the movements that make it. */
export type Line = { label: string; amount: Kobo; rows: Rows; isOut?: boolean; always?: boolean }

type Of = {
  at?: 'agents' | 'counter'
  agent_id?: number
  of?: string
  way?: FeeWay
  after?: 'closing'
}

/** The movements of a figure of a day. */
export const movementsOf = (day: string, figure: MovedFigure, { agent_id, ...of }: Of = {}): Rows => ({
  to: 'dayMovements',
  filters: { day, figure, ...of, ...(agent_id !== undefined && { agent_id: String(agent_id) }) },
})

const nothing = kobo(0)

/** What came in by type of savings and loans. */
export const productLines = ({ day, products }: DayClose): Line[] =>
  products.map(({ kind, name, amount }) => ({
    label: name,
    amount,
    rows: movementsOf(day, kind === 'saving' ? 'saving type' : 'loan type', { of: name }),
  }))

/** What came in and went out at the counter. */
export function counterLines({ day, counter, paid_out }: DayClose): Line[] {
  const rows = (figure: MovedFigure) => movementsOf(day, figure, { at: 'counter' })
  return [
    { label: 'Savings', amount: counter.savings, rows: rows('savings'), always: true },
    { label: 'Loans', amount: counter.loans, rows: rows('loans'), always: true },
    { label: 'Credits to main wallets', amount: counter.credits, rows: rows('credits') },
    { label: 'Recoveries', amount: counter.recoveries ?? nothing, rows: rows('recoveries') },
    { label: 'Fees', amount: counter.fees ?? nothing, rows: rows('fees') },
    { label: 'Reversed', amount: counter.reversed, rows: rows('reversed'), isOut: true },
    { label: 'Recorded later', amount: counter.late ?? nothing, rows: rows('late') },
    {
      label: 'Withdrawals paid',
      amount: paid_out.withdrawals.amount,
      rows: rows('withdrawals'),
      isOut: true,
      always: true,
    },
    {
      label: 'Agents’ commission',
      amount: paid_out.agents?.amount ?? nothing,
      rows: rows('commission'),
      isOut: true,
    },
  ]
}

/** What came in of each fee, however it was paid. */
export const feeLines = ({ day, fees = [] }: DayClose): Line[] =>
  fees.map(({ name, cash, wallet, loan }) => ({
    label: name,
    amount: sumKobo([cash, wallet, loan]),
    rows: movementsOf(day, 'fee', { of: name }),
  }))

export type FeeWay = (typeof feeWays)[number]
/** What came in of a fee in one way. */
export const feeRows = (day: string, name: string, way: FeeWay) => movementsOf(day, 'fee', { of: name, way })

export const paidOutLines = ({ day, paid_out }: DayClose): Line[] => [
  {
    label: `Loans, ${formatCount(paid_out.loans.count)}`,
    amount: paid_out.loans.amount,
    rows: movementsOf(day, 'lent'),
    isOut: true,
    always: true,
  },
  {
    label: 'Reversed',
    amount: paid_out.loans_reversed.amount,
    rows: movementsOf(day, 'lent reversed'),
    always: true,
  },
  {
    label: 'Withdrawals by agents',
    amount: paid_out.by_agents?.amount ?? nothing,
    rows: movementsOf(day, 'by agents'),
    isOut: true,
  },
  {
    label: 'Expenses',
    amount: paid_out.expenses?.amount ?? nothing,
    rows: movementsOf(day, 'expenses'),
    isOut: true,
  },
]

/** What the server posted, and what was written off. */
export const postedLines = ({ day, posted, written_off }: DayClose): Line[] => [
  {
    label: 'Penalties',
    amount: posted.penalties.amount,
    rows: movementsOf(day, 'penalties'),
    always: true,
  },
  { label: 'Interest', amount: posted.interest.amount, rows: movementsOf(day, 'interest'), always: true },
  { label: 'Charges', amount: posted.charges.amount, rows: movementsOf(day, 'charges'), always: true },
  {
    label: 'Commissions',
    amount: posted.commissions?.amount ?? nothing,
    rows: movementsOf(day, 'commissions'),
  },
  { label: 'Loans written off', amount: written_off.amount, rows: movementsOf(day, 'written off') },
]

/** What a place held at the end of the day: the balance after its last movement. */
export function placeRows({ place, till_id, name }: DayPlace, day: string): Rows | undefined {
  const filters = { end_date: day }
  if (place === 'vault') return { to: 'vault', filters }
  if (place === 'bank') return { to: 'bankAccount', filters }
  return till_id === undefined ? undefined : { to: 'tillMovements', state: { till_id, till: name }, filters }
}

/** What the movements of an agent's cash make, by the field of the day's figures. */
const agentFigures = {
  savings: 'savings',
  loans: 'loans',
  reversed: 'reversed',
  collected: 'collected',
  late: 'late',
  handed_in: 'handed in',
  paid_out: 'paid out',
  set_off: 'set off',
} as const satisfies Partial<Record<keyof DayAgent, MovedFigure>>
export type AgentFigure = keyof typeof agentFigures
export const agentFigureNames = Object.keys(agentFigures) as AgentFigure[]

type OneAgent = { agent_id: number | null; agent: string }

/** The movements of an agent's figure; of all agents without one. A deleted agent's has none that a link could name. */
export const agentRows = (day: string, field: AgentFigure, of: OneAgent | 'all'): Rows | undefined => {
  const figure = agentFigures[field]
  if (of === 'all') return movementsOf(day, figure, { at: 'agents' })
  return of.agent_id === null ? undefined : movementsOf(day, figure, { agent_id: of.agent_id })
}

/** What an agent held at the end of the day: the balance after the last movement. */
export const heldRows = (day: string, { agent_id, agent }: OneAgent): Rows | undefined =>
  agent_id === null
    ? undefined
    : { to: 'agentCashMovements', state: { agent_id, agent }, filters: { end_date: day } }

export type LaterFigure = Exclude<keyof LaterLine, keyof OneAgent>

/** What came after the closing, of an agent or at the counter. */
export const laterRows = (
  day: string,
  field: LaterFigure,
  { agent_id, agent }: OneAgent,
): Rows | undefined =>
  agent_id === null
    ? agent === 'Counter'
      ? movementsOf(day, agentFigures[field], { at: 'counter', after: 'closing' })
      : undefined
    : movementsOf(day, agentFigures[field], { agent_id, after: 'closing' })
