import type { DayAgent, DayPlace } from '#contract/calls/closing'
import type { Kobo } from '#contract/values'
import { kobo, negateKobo, subtractKobo } from './money/kobo'

type Cash = {
  /** How often the agent's cash was counted on the day. */
  counts: number
  /** At the end of the day; below zero too much came in. */
  held: Kobo
  /** Of a cash difference that waits: above zero missing cash. */
  waiting: Kobo
  /** By cash differences that were posted on the day: above zero missing cash. */
  writtenOff: Kobo
}

/** What of an agent's cash was not counted, what was missing or too much of it, and what of that nothing explains. */
export function differenceOf({ counts, held, waiting, writtenOff }: Cash) {
  const explained = between(waiting, held)
  const open = subtractKobo(held, explained)
  const isCounted = counts > 0 || open < 0
  const unexplained = isCounted ? negateKobo(open) : kobo(0)
  return {
    uncounted: isCounted ? kobo(0) : open,
    difference: kobo(unexplained - explained - writtenOff),
    unexplained,
  }
}

/** A waiting amount as far as it is held, on the same side of zero. */
const between = (waiting: Kobo, held: Kobo) =>
  kobo(held > 0 ? Math.max(0, Math.min(waiting, held)) : Math.min(0, Math.max(waiting, held)))

/** In the order of the board: what is missing first. */
export const agentStates = ['missing', 'unexplained', 'uncounted', 'explained', 'order'] as const
export type AgentState = (typeof agentStates)[number]

/** Where an agent stands on a day. Of figures that an older release saved, as far as they say. */
export function stateOf({
  expected,
  savings,
  loans,
  collects = true,
  sheets = 1,
  uncounted = kobo(0),
  difference = kobo(0),
  unexplained = kobo(0),
}: DayAgent): AgentState {
  if (collects && expected > 0 && sheets === 0 && savings === 0 && loans === 0) return 'missing'
  if (unexplained !== 0) return 'unexplained'
  if (uncounted > 0) return 'uncounted'
  return difference === 0 ? 'order' : 'explained'
}

const gaps: readonly AgentState[] = ['missing', 'unexplained', 'uncounted']
export const isGap = (state: AgentState) => gaps.includes(state)

type Verdict = { agents: readonly DayAgent[]; places?: readonly DayPlace[] | undefined }

/** The tills that are still open: their cash was not counted. */
export const openTills = ({ places = [] }: Pick<Verdict, 'places'>) => places.filter((one) => one.is_open)
/** 'Till Front still open', 'Tills Front and Back still open'. Empty if none is. */
export function openTillsText(day: Pick<Verdict, 'places'>): string {
  const names = openTills(day).map(({ name }) => name)
  if (names.length < 2) return names.length === 0 ? '' : `Till ${names.join('')} still open`
  return `Tills ${names.slice(0, -1).join(', ')} and ${names.at(-1)} still open`
}

/** How many agents have something that is missing, and how many tills are open: without any, the day is ready to be closed. */
export const gapsOf = (day: Verdict) =>
  day.agents.filter((one) => isGap(stateOf(one))).length + openTills(day).length
