import Check from '@mui/icons-material/Check'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Close from '@mui/icons-material/Close'
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode, RefObject } from 'react'
import type { DayAgent } from '#contract/calls/closing'
import type { Kobo } from '#contract/values'
import { type AgentState, isGap } from '#domain/dayVerdict'
import { pluralize } from '#domain/money/figures'
import { formatNaira, kobo, sumKobo } from '#domain/money/kobo'
import { Figure } from '#lists/FigureLink'
import type { Rows } from '#lists/RowsLink'
import { RouteLink } from '#routing/RouteLink'
import { pathTo, useOffers } from '#routing/navigation'
import { Stated, stated } from '#ui/text/Stated'
import { AgentsHead } from './AgentsHead'
import { agentRows } from './closeFigures'
import { type Ranked, shortNaira, signedNaira, stateWords } from './verdict'
import '#ui/text/visuallyHidden.css'

type Props = {
  day: string
  /** Of a closed day nothing is opened to be typed. */
  isClosed: boolean
  rows: readonly Ranked[]
  /** Whether these are all agents. */
  isWhole: boolean
  /** Where the rows with gaps are looked for. */
  board: RefObject<HTMLElement | null>
}

/** The agents of the day: what each was to collect, collected and handed in; what is missing first. */
export function Board({ day, isClosed, rows, isWhole, board }: Props) {
  // The columns need 700 px.
  const isPhone = useMediaQuery('(max-width: 720px)', { noSsr: true })
  const sum = (of: (one: DayAgent) => Kobo | undefined) =>
    sumKobo(rows.map(({ agent }) => of(agent) ?? kobo(0)))
  const open = rows.filter(({ state }) => isGap(state)).length
  const openText = open === 0 ? 'None open' : `${open} open`
  const actOf = (one: Ranked) => (isClosed ? undefined : gapTarget(one, day))
  return (
    <section className="close-board" ref={board} aria-label="Agents of the day">
      {isPhone ? (
        <>
          <ul>
            {rows.map((one) => (
              <li
                key={one.agent.agent_id ?? one.agent.agent}
                className={one.state}
                data-gap={isGap(one.state)}
              >
                <b>{one.agent.agent}</b>
                <b className="number">
                  <Cash of={one.agent} field="collected" amount={one.agent.collected} day={day} />
                </b>
                <span className="close-note" {...stated('compared')}>
                  <State {...one} />
                </span>
                <span className="close-note number soft" {...stated('plan')}>
                  {`of ${shortNaira(one.agent.expected)}`}
                </span>
                <OpenGap {...one} target={actOf(one)} />
              </li>
            ))}
          </ul>
          <p className="close-total">
            <b>{pluralize(rows.length, 'agent')}</b>
            <b>
              <Cash
                of={isWhole ? 'all' : undefined}
                field="collected"
                amount={sum((one) => one.collected)}
                day={day}
              />
            </b>
            <span>{openText}</span>
            <span {...stated('plan')}>{`of ${formatNaira(sum((one) => one.expected))}`}</span>
          </p>
        </>
      ) : (
        <Box className="close-scroller" tabIndex={0} role="region" aria-label="Agents, scrolls">
          <table aria-label="Agents">
            <thead>
              <AgentsHead isWhole />
            </thead>
            <tbody>
              {rows.map((one) => (
                <tr
                  key={one.agent.agent_id ?? one.agent.agent}
                  className={one.state}
                  data-gap={isGap(one.state)}
                >
                  <th scope="row">{one.agent.agent}</th>
                  <td>
                    <Tiles {...one} />
                  </td>
                  <td className="number" {...stated('plan')}>
                    {shown(one.agent.expected)}
                  </td>
                  <td className="number">
                    <Cash of={one.agent} field="collected" amount={one.agent.collected} day={day} />
                  </td>
                  <td className="number">
                    <Cash of={one.agent} field="handed_in" amount={one.agent.handed_in} day={day} />
                  </td>
                  <td className="number" {...stated('compared')}>
                    {signedNaira(one.agent.difference ?? kobo(0))}
                  </td>
                  <td>
                    <State {...one} isShort />
                  </td>
                  <td className="go">
                    <OpenGap {...one} target={actOf(one)} />
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{pluralize(rows.length, 'agent')}</th>
                <td>{progressText(rows)}</td>
                <td className="number" {...stated('plan')}>
                  {shortNaira(sum((one) => one.expected))}
                </td>
                {(['collected', 'handed_in'] as const).map((field) => (
                  <td key={field} className="number">
                    <Cash
                      of={isWhole ? 'all' : undefined}
                      field={field}
                      amount={sum((one) => one[field])}
                      day={day}
                    />
                  </td>
                ))}
                <td className="number" {...stated('compared')}>
                  {signedNaira(sum((one) => one.difference))}
                </td>
                <td colSpan={2}>{openText}</td>
              </tr>
            </tfoot>
          </table>
        </Box>
      )}
    </section>
  )
}

const shown = (amount: Kobo) => (amount === 0 ? '–' : shortNaira(amount))

/** Sheets in, cash counted, differences explained. */
const progressText = (rows: readonly Ranked[]) =>
  [
    rows.filter(({ state }) => state !== 'missing').length,
    rows.filter(({ state }) => state !== 'missing' && state !== 'uncounted').length,
    rows.filter(({ state }) => !isGap(state)).length,
  ].join(' · ')

type CashProps = {
  of: DayAgent | 'all' | undefined
  field: 'collected' | 'handed_in'
  amount: Kobo
  day: string
}

/** What an agent, or all, collected or handed in; the sum of some agents opens nothing, nothing is a dash. */
function Cash({ of, field, amount, day }: CashProps) {
  if (amount === 0) return '–'
  if (of === undefined) return <Stated as="sum">{shortNaira(amount)}</Stated>
  const name = `${field === 'collected' ? 'Collected' : 'Counted'}, ${of === 'all' ? 'all agents' : of.agent}`
  return (
    <Figure rows={agentRows(day, field, of)} name={name}>
      {shortNaira(amount)}
    </Figure>
  )
}

function State({ agent, state, isShort = false }: Ranked & { isShort?: boolean }) {
  const { explanation, unexplained = kobo(0), difference = kobo(0) } = agent
  if (state === 'order') return <span className="close-dot">{stateWords.order}</span>
  if (state === 'explained') {
    const words = explanation ?? stateWords.explained
    return <span className="soft">{isShort ? words : `${signedNaira(difference)} ${words}`}</span>
  }
  const words = stateWords[state]
  return (
    <span className="close-state">
      {state === 'unexplained' && !isShort ? `${signedNaira(unexplained)} ${words.toLowerCase()}` : words}
    </span>
  )
}

type Mark = 'done' | 'bad' | 'waits' | 'none'
const marks: Record<AgentState, readonly [sheet: Mark, cash: Mark, difference: Mark]> = {
  missing: ['bad', 'none', 'none'],
  unexplained: ['done', 'done', 'bad'],
  uncounted: ['done', 'waits', 'none'],
  explained: ['done', 'done', 'done'],
  order: ['done', 'done', 'done'],
}
const steps = ['sheet', 'cash', 'difference'] as const
const markWords: Record<Mark, string> = { done: 'in order', bad: 'missing', waits: 'waits', none: 'not yet' }
const icons: Record<Mark, ReactNode> = {
  done: <Check />,
  bad: <Close />,
  waits: <ScheduleOutlined />,
  none: null,
}

/** How far the agent's day is: the sheet in, the cash counted, the difference explained. */
const Tiles = ({ state }: Ranked) => (
  <span className="close-tiles">
    {steps.map((step, at) => {
      const mark = marks[state][at] ?? 'none'
      return (
        <span key={step} className={`close-tile ${mark} of-${step}`}>
          {icons[mark]}
          <span className="visually-hidden">{`${step} ${markWords[mark]}${at < 2 ? ', ' : ''}`}</span>
        </span>
      )
    })}
  </span>
)

type Target = Rows & { words: string }

/** What closes a gap: the sheet, the difference, or the remittance. */
function gapTarget({ agent: { agent_id }, state }: Ranked, day: string): Target | undefined {
  if (agent_id === null || !isGap(state)) return undefined
  if (state === 'missing')
    return { to: 'collectionSheet', state: { agent_id, day }, words: 'Open the sheet of' }
  return state === 'unexplained'
    ? { to: 'differenceCreate', state: { agent_id }, words: 'Request the cash difference of' }
    : { to: 'remittanceCreate', state: { agent_id }, words: 'Count the cash of' }
}

/** Opens what closes the gap of a row. Nothing to who may not. */
function OpenGap({ agent: { agent }, target }: Ranked & { target: Target | undefined }) {
  const offers = useOffers()
  if (!target || !offers(target.to)) return null
  return (
    <IconButton
      className="close-go screen-only"
      size="small"
      component={RouteLink}
      to={pathTo(target.to)}
      state={target.state}
      aria-label={`${target.words} ${agent}`}
    >
      <ChevronRight fontSize="small" />
    </IconButton>
  )
}
