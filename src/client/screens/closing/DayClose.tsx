import { today } from '#device/today'
import { serverNow, serverTime } from '#device/clock'
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import { calls } from '#contract/index'
import type { DayClose as Close } from '#contract/calls/closing'
import { isGap } from '#domain/dayVerdict'
import { toLagosStamp } from '#domain/time/lagos'
import { usePrinting } from '#ui/print/printing'
import { PrintButton } from '#ui/print/PrintButton'
import { useListPlace } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { FilterChip } from '#ui/table/tools/FilterChip'
import { Age } from '#ui/text/Age'
import { DayChoice } from '#ui/form/choices/DayChoice'
import { AgentsCard } from './AgentsCard'
import { Board } from './Board'
import { CloseFigures } from './CloseFigures'
import { DaySheet } from './DaySheet'
import { FeesCard } from './FeesCard'
import { LaterCard } from './LaterCard'
import { SideCards } from './SideCards'
import { Verdict } from './Verdict'
import { closingOf, ranked } from './verdict'
import './close.css'

/** Whether a day can be closed, what is missing, and what came in and went out on it. */
export default function DayClose() {
  const place = useListPlace()
  const [whole, setWhole] = useState(false)
  const isPrinting = usePrinting()
  const day = place.filters.day ?? today()
  const close = useCall(calls.closing.getDayClose, { day })
  return (
    <Screen
      fill="long"
      note="What came in and went out on one day, by agent, counter and product. Expected: savings and installments due on it. Difference: what was counted less what should have been there."
      about={
        <>
          <DayChoice day={day} onChange={(chosen) => place.go({ filters: { day: chosen } })} />
          <Age updatedAt={close.dataUpdatedAt} />
        </>
      }
      actions={
        <>
          <Button variant="outlined" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            All figures
          </Button>
          <PrintButton />
        </>
      }
    >
      <Ready query={close} like="report">
        {({ data }) =>
          isPrinting ? (
            <DaySheet close={data} />
          ) : (
            <Whole close={data} readAt={clockOf(close.dataUpdatedAt)} showsAll={whole} />
          )
        }
      </Ready>
    </Screen>
  )
}

/** The hour and minute in Lagos. */
const clockOf = (at: number) => toLagosStamp(new Date(serverTime(at))).slice(11, 16)

type Props = { close: Close; readAt: string; showsAll: boolean }

function Whole({ close, readAt, showsAll }: Props) {
  const [only, setOnly] = useState<'gaps' | 'order'>()
  const board = useRef<HTMLElement>(null)
  const rows = ranked(close.agents)
  const gaps = rows.filter(({ state }) => isGap(state))
  const chosen = only === undefined ? rows : rows.filter(({ state }) => isGap(state) === (only === 'gaps'))
  const hour = close.day === today() ? Number(toLagosStamp(serverNow()).slice(11, 13)) : undefined
  const chip = (which: 'gaps' | 'order', text: string) =>
    only === which ? (
      <FilterChip onRemove={() => setOnly(undefined)}>{text}</FilterChip>
    ) : (
      <FilterChip onSet={() => setOnly(which)}>{text}</FilterChip>
    )
  return (
    <>
      <Verdict
        close={close}
        rows={rows}
        hour={hour}
        readAt={readAt}
        onNextGap={() => focusNextGap(board.current)}
      />
      <CloseFigures rows={rows} day={close.day} />
      <div className="close-tools">
        {chip('gaps', `With a gap: ${gaps.length}`)}
        {chip('order', `In order: ${rows.length - gaps.length}`)}
        <span className="soft">
          {only === undefined
            ? `All ${rows.length} shown, gaps first`
            : `${chosen.length} of ${rows.length} shown`}
        </span>
      </div>
      <div className="close-frame">
        <div className="close-body">
          <div className="close-main">
            <Board
              day={close.day}
              isClosed={closingOf(close) !== undefined}
              rows={chosen}
              isWhole={only === undefined}
              board={board}
            />
            <LaterCard later={close.later ?? []} day={close.day} />
          </div>
          <SideCards close={close} />
        </div>
      </div>
      {showsAll && (
        <>
          <FeesCard dayClose={close} />
          <AgentsCard dayClose={close} />
        </>
      )}
    </>
  )
}

/** Goes from the gap where the focus is to the next one, from the last to the first. */
function focusNextGap(board: HTMLElement | null) {
  const gaps = [...(board?.querySelectorAll<HTMLElement>('[data-gap=true]') ?? [])]
  const at = gaps.findIndex((gap) => gap.contains(document.activeElement))
  const next = gaps[(at + 1) % gaps.length]
  const target = next?.querySelector<HTMLElement>('.close-go') ?? next
  if (target === next) target?.setAttribute('tabindex', '-1')
  target?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
