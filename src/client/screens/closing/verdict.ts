import { businessSettings } from '#contract/businessSettings'
import type { DayAgent, DayClose } from '#contract/calls/closing'
import { type AgentState, agentStates, openTills, openTillsText, stateOf } from '#domain/dayVerdict'
import { pluralize } from '#domain/money/figures'
import { signedNaira as withSign } from '#domain/money/change'
import { formatNaira, kobo, sumKobo, wholeNaira } from '#domain/money/kobo'
import type { Kobo } from '#contract/values'

/** From this hour on, a day of which sheets are missing is not ready; before, it runs. Servers of the last release name none. */
export const verdictHour = ({ verdict_hour = businessSettings['verdict-hour'].default }: DayClose) =>
  verdict_hour

export type Ranked = { agent: DayAgent; state: AgentState }

const nothing = kobo(0)
const size = (amount: Kobo = nothing) => Math.abs(amount)
const weightOf: Record<AgentState, (one: DayAgent) => number> = {
  missing: ({ expected }) => expected,
  unexplained: ({ unexplained }) => size(unexplained),
  uncounted: ({ uncounted }) => size(uncounted),
  explained: ({ difference }) => size(difference),
  order: () => 0,
}

/** The agents in the order of the board: what is missing first, the largest first; agents in order by name. */
export const ranked = (agents: readonly DayAgent[]): Ranked[] =>
  agents
    .map((agent) => ({ agent, state: stateOf(agent) }))
    .toSorted(
      (one, other) =>
        agentStates.indexOf(one.state) - agentStates.indexOf(other.state) ||
        weightOf[other.state](other.agent) - weightOf[one.state](one.agent) ||
        one.agent.agent.localeCompare(other.agent.agent),
    )

export const stateWords: Record<AgentState, string> = {
  missing: 'Sheet missing',
  unexplained: 'Unexplained',
  uncounted: 'Not counted',
  explained: 'Explained',
  order: 'In order',
}

/** What is missing: '3 sheets missing, ₦1,150.00 unexplained, 2 agents not counted, till Front still open'. Empty if nothing is. */
export function gapText({ places }: DayClose, rows: readonly Ranked[]): string {
  const of = (wanted: AgentState) => rows.filter(({ state }) => state === wanted)
  const unexplained = sumKobo(of('unexplained').map(({ agent }) => kobo(size(agent.unexplained))))
  return [
    of('missing').length > 0 && `${pluralize(of('missing').length, 'sheet')} missing`,
    unexplained > 0 && `${formatNaira(unexplained)} unexplained`,
    of('uncounted').length > 0 && `${pluralize(of('uncounted').length, 'agent')} not counted`,
    openTillsText({ places }),
  ]
    .filter((text) => text !== false && text !== '')
    .map((text, at) => (at === 0 ? text : lowerFirst(String(text))))
    .join(', ')
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

export type Face = 'closed' | 'gaps' | 'ready' | 'runs'

/** Which face the verdict has: of today before its hour, missing sheets and open tills are none yet. */
export function faceOf(close: DayClose, rows: readonly Ranked[], hour: number | undefined): Face {
  if (closingOf(close)) return 'closed'
  if (gapText(close, rows) === '') return 'ready'
  const isEarly = hour !== undefined && hour < verdictHour(close)
  const runs = rows.some(({ state }) => state === 'missing') || openTills(close).length > 0
  return isEarly && runs ? 'runs' : 'gaps'
}

/** The closing by which the day is closed. */
export const closingOf = ({ closings = [] }: DayClose) => closings.find(({ opened_by }) => opened_by === null)

/** Whole naira without decimals: '₦71,200', '−₦900.50'. */
export const shortNaira = wholeNaira

/** With its sign: '−₦900.00', '+₦500.00', '–' for nothing. */
export const signedNaira = (amount: Kobo) => withSign(amount) || '–'
