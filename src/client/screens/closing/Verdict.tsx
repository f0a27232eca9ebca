import Button from '@mui/material/Button'
import Check from '@mui/icons-material/Check'
import CloudOff from '@mui/icons-material/CloudOff'
import LockOutlined from '@mui/icons-material/LockOutlined'
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined'
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import type { ReactNode } from 'react'
import type { DayClose, DayClosing } from '#contract/calls/closing'
import { hourText } from '#domain/businessSettings'
import { isGap, openTills, openTillsText } from '#domain/dayVerdict'
import { pluralize } from '#domain/money/figures'
import { formatNaira, kobo, sumKobo } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { RowsLink } from '#lists/RowsLink'
import { RouteLink } from '#routing/RouteLink'
import { pathTo, useOffers } from '#routing/navigation'
import { useConnection } from '#api/useConnection'
import { KeyHint } from '#ui/keys/KeyHint'
import { useKeys } from '#ui/keys/useKeys'
import { stated } from '#ui/text/Stated'
import { closingOf, faceOf, gapText, type Ranked, verdictHour } from './verdict'

type Props = {
  close: DayClose
  rows: readonly Ranked[]
  /** The hour in Lagos, if the day is today. */
  hour: number | undefined
  /** When the figures were read. */
  readAt: string
  onNextGap: () => void
}

/** In one sentence whether the day can be closed, and what is missing. */
export function Verdict({ close, rows, hour, readAt, onNextGap }: Props) {
  const { online } = useConnection()
  const offers = useOffers()
  const face = faceOf(close, rows, hour)
  const gaps = gapText(close, rows)
  const closing = closingOf(close)
  const hasRowGaps = rows.some(({ state }) => isGap(state))
  useKeys({ nextGap: hasRowGaps && (face === 'gaps' || face === 'runs') ? onNextGap : undefined })
  const closeButton = (variant: 'contained' | 'outlined') =>
    offers('dayClosing') && (
      <Button
        component={RouteLink}
        to={pathTo('dayClosing', { day: close.day })}
        state={null}
        variant={variant}
      >
        Close the day
      </Button>
    )
  if (!online)
    return (
      <Strip tone="amber" icon={<CloudOff />}>
        <b>{`Offline: as it was at ${readAt}. ${gaps ? `${gaps}.` : 'Nothing was missing.'}`}</b>
        <span>It may be better by now. Nothing can be booked here without a connection.</span>
      </Strip>
    )
  if (closing)
    return (
      <Strip tone="plain" icon={<LockOutlined />} act={<PrintClose />}>
        <b>{`Closed by ${closing.by ?? 'the server'}, ${showDateTime(closing.at)}${gaps ? `, with ${gaps}` : ': nothing was missing'}.`}</b>
        <span>
          {closing.comment && `${closing.comment}. `}
          {closing.owner_message && `${ownerWords[closing.owner_message]} `}
          {close.opening ? (
            <>
              Its opening {close.opening} awaits a decision.{' '}
              <RowsLink to="dayOpenings" label="Openings" orText />
            </>
          ) : (
            <>
              What is recorded for it now needs an approval.{' '}
              <RowsLink to="dayOpeningCreate" filters={{ day: close.day }} label="Request its opening" />
            </>
          )}
        </span>
      </Strip>
    )
  if (face === 'ready')
    return (
      <Strip tone="green" icon={<Check />} act={closeButton('contained') || <PrintClose />}>
        <b>
          {rows.length === 0
            ? 'Nothing missing: no agent had anything to collect.'
            : `Nothing missing: ${pluralize(sheetsOf(rows), 'sheet')} in, cash counted, every difference explained.`}
        </b>
        <span>Once it is closed, its figures are kept as they are now.</span>
      </Strip>
    )
  if (face === 'runs') {
    const missing = rows.filter(({ state }) => state === 'missing').length
    const held = sumKobo(rows.map(({ agent }) => agent.uncounted ?? kobo(0)))
    return (
      <Strip tone="plain" icon={<ScheduleOutlined />} act={closeButton('outlined')}>
        <b>{`The day runs: ${missing} of ${pluralize(missing + sheetsOf(rows), 'sheet')} not in yet, ${formatNaira(held)} with agents.`}</b>
        <span>
          {`A verdict is given from ${hourText(verdictHour(close))} on, or when the last sheet is in.`}
          {openTills(close).length > 0 && ` ${openTillsText(close)}.`}
          <OpenTills close={close} />
        </span>
      </Strip>
    )
  }
  return (
    <Strip
      tone="amber"
      icon={<WarningAmberOutlined />}
      act={
        <>
          {hasRowGaps && (
            <Button variant="contained" aria-keyshortcuts="N" onClick={onNextGap}>
              Next gap <KeyHint of="nextGap" />
            </Button>
          )}
          {closeButton('outlined')}
        </>
      }
    >
      <b>{`Not ready: ${gaps}.`}</b>
      <span>
        {`${rows.filter(({ state }) => !isGap(state)).length} of ${pluralize(rows.length, 'agent')} are in order.`}
        <Missing day={close.day} rows={rows} />
        <OpenTills close={close} />
      </span>
    </Strip>
  )
}

/** The list where tills that are still open are closed. */
const OpenTills = ({ close }: { close: DayClose }) =>
  openTills(close).length > 0 && (
    <>
      {' '}
      <RowsLink to="tills" label="Tills" />
    </>
  )

const mostNames = 6

/** Whose sheets are missing, each opening the sheet to type. */
function Missing({ day, rows }: { day: string; rows: readonly Ranked[] }) {
  const missing = rows.filter(({ state }) => state === 'missing')
  if (missing.length === 0) return null
  return (
    <>
      {' Missing: '}
      {missing.slice(0, mostNames).map(({ agent: { agent, agent_id } }, at) => (
        <span key={agent_id ?? agent} className="verdict-name">
          {agent_id === null ? (
            agent
          ) : (
            <RowsLink to="collectionSheet" state={{ agent_id, day }} label={agent} orText />
          )}
          {at < Math.min(missing.length, mostNames) - 1 && ','}
        </span>
      ))}
      {missing.length > mostNames && `and ${missing.length - mostNames} more`}
    </>
  )
}

const ownerWords: Record<NonNullable<DayClosing['owner_message']>, string> = {
  waiting: 'The owner’s message waits to be sent.',
  sent: 'The owner was sent a message.',
  failed: 'The owner’s message failed.',
  off: 'The owner was sent no message: messages are off.',
}

const sheetsOf = (rows: readonly Ranked[]) => rows.filter(({ agent }) => (agent.sheets ?? 0) > 0).length

const PrintClose = () => (
  <Button variant="contained" onClick={() => print()}>
    Print the close
  </Button>
)

type StripProps = { tone: 'amber' | 'green' | 'plain'; icon: ReactNode; act?: ReactNode; children: ReactNode }

const Strip = ({ tone, icon, act, children }: StripProps) => (
  <div className={`verdict ${tone}`} role="status" aria-label="Verdict">
    {icon}
    <div className="verdict-words" {...stated('compared')}>
      {children}
    </div>
    {act && <div className="verdict-acts screen-only">{act}</div>}
  </div>
)
