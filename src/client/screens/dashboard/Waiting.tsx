import Button from '@mui/material/Button'
import { useState } from 'react'
import { type Waiting as Kind, waitingPermissions } from '#contract/calls/waiting'
import type { Insight } from '#contract/calls/insight'
import { calls } from '#contract/index'
import { useOpensWaiting, waitingRows } from '#lists/waiting'
import { useActor, useCan } from '#auth/permissions'
import { daysFrom } from '#domain/time/lagos'
import { sumKobo, wholeNaira } from '#domain/money/kobo'
import { formatCount, pluralize } from '#domain/money/figures'
import { kindsBy } from '#routing/decisionKinds'
import { pathTo } from '#routing/navigation'
import { RouteLink } from '#routing/RouteLink'
import { useCall } from '#api/useCall'
import { Ready } from '#ui/feedback/Ready'
import { Panel } from './Panel'

/** What waits, in rows: kinds that one list shows together are one. */
const groups = [...kindsBy('row')].map(([label, kinds]) => ({ label, kinds }))

/** From how many days on a decision has waited long. */
const longDays = 3
/** How many rows are shown at first. */
const mostRows = 9

/** What waits for this admin's decision and whose list they may open, the oldest's age beside it; one line if nothing does. */
export function Waiting({ insight }: { insight: Insight | undefined }) {
  const { actor } = useActor()
  const can = useCan()
  const waiting = useCall(calls.dashboard.getWaitingDecisions, {})
  const [isOpen, setOpen] = useState(false)
  const counts = waiting.data?.data
  const opens = useOpensWaiting()
  const own = groups
    .map(({ label, kinds }) => ({ label, kinds: kinds.filter((kind) => opens(kind)) }))
    .filter(({ kinds }) =>
      kinds.some((kind) =>
        counts ? counts[kind] !== undefined : actor?.permissions.has(waitingPermissions[kind]),
      ),
    )
  if (own.length === 0) return null
  const rows = own
    .map((one) => ({ ...one, count: countOf(one.kinds, counts), ...sumOf(one.kinds, insight) }))
    .filter(({ count }) => count > 0)
  const count = rows.reduce((sum, one) => sum + one.count, 0)
  const shown = isOpen || rows.length <= mostRows ? rows : rows.slice(0, mostRows - 1)
  return (
    <Panel
      title="Waiting for you"
      className={counts && count === 0 ? 'dash-waiting nothing' : 'dash-waiting'}
      about={
        count > 0 && (
          <span className={rows.some(({ days }) => days >= longDays) ? 'wait-count long' : 'wait-count'}>
            {formatCount(count)}
          </span>
        )
      }
      action={
        count > 0 &&
        can(calls.decisions.getDecisionQueue.access, 'read') && (
          <Button
            size="small"
            variant="contained"
            component={RouteLink}
            to={pathTo('decisions')}
            state={null}
          >
            Decide
          </Button>
        )
      }
    >
      {counts || waiting.error ? (
        <Ready query={waiting}>
          {() => (
            <>
              {count === 0 && <p className="dash-sub">Nothing waits for you.</p>}
              <div className="wait-rows">
                {shown.map(({ label, kinds, count: waits, amount, days }) => (
                  <RouteLink key={label} className="wait-row" to={placeOf(kinds)} state={null}>
                    <span className={days >= longDays ? 'wait-count long' : 'wait-count'}>
                      {formatCount(waits)}
                    </span>{' '}
                    <b>{label}</b> <span className="wait-sum">{amount}</span>{' '}
                    <span className={days >= longDays ? 'wait-age long' : 'wait-age'}>{ageOf(days)}</span>
                  </RouteLink>
                ))}
              </div>
              {shown.length < rows.length && (
                <button type="button" className="dash-more" onClick={() => setOpen(true)}>
                  {`${rows.length - shown.length} more kinds`}
                </button>
              )}
            </>
          )}
        </Ready>
      ) : (
        <div role="status" aria-label="Loading" className="wait-place" />
      )}
    </Panel>
  )
}

type Counts = Partial<Record<Kind, number>> | undefined

const countOf = (kinds: readonly Kind[], counts: Counts) =>
  kinds.reduce((sum, kind) => sum + (counts?.[kind] ?? 0), 0)

/** What they add up to, and for how many days the oldest has waited; below zero while it is not known. */
function sumOf(kinds: readonly Kind[], insight: Insight | undefined) {
  const sums = kinds.flatMap((kind) => insight?.waiting[kind] ?? [])
  const [oldest] = sums.map((one) => one.oldest).toSorted()
  const amounts = sums.flatMap(({ amount }) => amount ?? [])
  return {
    amount: amounts.length > 0 ? wholeNaira(sumKobo(amounts)) : '',
    days: oldest && insight ? daysFrom(oldest.slice(0, 10), insight.day) - 1 : -1,
  }
}

const ageOf = (days: number) => (days < 0 ? '' : days === 0 ? 'today' : pluralize(days, 'day'))

function placeOf(kinds: readonly Kind[]): string {
  const [first, ...others] = kinds
  if (!first) return ''
  const { to, filters } = waitingRows([first, ...others])
  return pathTo(to, filters)
}
