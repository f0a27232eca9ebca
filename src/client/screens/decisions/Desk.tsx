import CloseIcon from '@mui/icons-material/Close'
import InboxOutlined from '@mui/icons-material/InboxOutlined'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { BodyOf, NamedRead } from '#contract/call'
import { calls } from '#contract/index'
import { mostQueued } from '#contract/calls/decisions'
import { type Waiting, waitingKinds } from '#contract/calls/waiting'
import { queryOf, useCall } from '#api/useCall'
import { useConnection } from '#api/useConnection'
import { formatCount } from '#domain/money/figures'
import { today } from '#device/today'
import type { CaseProps } from '#forms/DecisionScreen'
import { caseLabel, Desk as DeskContext, type DeskPlace } from '#forms/decision/desk'
import { decisionKinds } from '#routing/decisionKinds'
import { pathTo, useRouteState } from '#routing/navigation'
import { useKeys } from '#ui/keys/useKeys'
import { Ready, Waiting as Loading } from '#ui/feedback/Ready'
import { CardAge } from '#ui/text/Age'
import { Queue } from './Queue'
import { ageOf, keyOf, type Row, titleOf, useQueue, wholeNaira } from './useQueue'
import './desk.css'

const { getDecisionQueue } = calls.decisions

/** How a kind of decision is shown at the desk. */
export type DeskCase = { step: 0 | 1; Case: ComponentType<CaseProps> }

/** One inbox of all that waits for the admin, the case that is open, and its decision. */
export function Desk({ cases }: { cases: Record<Waiting, DeskCase> }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { online } = useConnection()
  const [drawer, setDrawer] = useState(false)
  const hasColumn = useMediaQuery('(min-width: 1280px)', { noSsr: true })
  // The kind and the case of the address; a list opens a kind alone.
  const asked = useRouteState('decisions')
  const kind = waitingKinds.find((one) => one === asked?.kind)
  const id = asked?.case_id
  const current = kind === undefined || id === undefined ? undefined : { kind, id }
  const listed = asked?.listed
  const query = useQueueRead(listed)
  const queue = useQueue(query.data?.data, query.dataUpdatedAt, current, listed)
  const { groups, flat, count, row, next, previous } = queue
  const open = ({ kind, id }: Pick<Row, 'kind' | 'id'>) => {
    setDrawer(false)
    const state = { kind, case_id: id, ...(listed && { listed }) }
    void navigate(pathTo('decisions'), { state, replace: true })
  }
  const showAll = () => void navigate(pathTo('decisions'), { state: { kind }, replace: true })
  const first = current ? undefined : (flat.find((one) => one.kind === kind) ?? flat[0])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first case opens once it is known
  useEffect(() => {
    if (first) open(first)
  }, [first && keyOf(first)])
  // The next case is there when it is opened.
  const ahead = next && keyOf(next)
  // biome-ignore lint/correctness/useExhaustiveDependencies: by the key of the case
  useEffect(() => {
    if (next && online)
      void queries.prefetchQuery(queryOf(decisionKinds[next.kind].read, { id: next.id } as BodyOf<NamedRead>))
  }, [ahead, online, query.dataUpdatedAt])
  // The arrows of a choice move within it.
  const step = (to: Row | undefined) =>
    to && ((event: KeyboardEvent) => (isArrowOfChoice(event) ? false : open(to)))
  useKeys({
    nextCase: step(next),
    previousCase: step(previous),
    queue: hasColumn ? undefined : () => setDrawer(true),
    openRecord: () => document.querySelector<HTMLElement>('.case-facts .case-link')?.click(),
  })
  const list = (
    <Queue
      groups={groups}
      count={count}
      amount={wholeNaira(queue.amount)}
      current={current}
      onOpen={open}
      all={listed && showAll}
      aside={
        hasColumn ? (
          !online && <CardAge updatedAt={query.dataUpdatedAt} />
        ) : (
          <IconButton aria-label="Close the queue" onClick={() => setDrawer(false)}>
            <CloseIcon />
          </IconButton>
        )
      }
    />
  )
  const age = row && ageOf(row.created_at, today())
  const place: DeskPlace | undefined = current && {
    key: keyOf(current),
    title: row ? titleOf(row) : decisionKinds[current.kind].name,
    kind: decisionKinds[current.kind].name,
    reference: row?.reference ?? '',
    waits: age && (age.days < 1 ? 'Since today' : `Waits ${age.text}`),
    waitsLong: age?.isLong ?? false,
    position: queue.position,
    previous: previous && (() => open(previous)),
    next: next && { label: caseLabel(next), go: () => open(next) },
    queueButton: !hasColumn && (
      <Button variant="outlined" startIcon={<InboxOutlined />} onClick={() => setDrawer(true)}>
        Queue <b className="queue-count">{formatCount(count)}</b>
      </Button>
    ),
    onDecided: queue.decide,
    progress: queue.progress,
  }
  const reference = row?.reference
  useEffect(() => {
    document.title = [reference, 'Decisions', 'Alajo'].filter(Boolean).join(' · ')
  }, [reference])
  const shown = current && cases[current.kind]
  return (
    <div className="desk">
      {hasColumn ? (
        <div className="desk-column">{query.data ? list : <Ready query={query}>{() => null}</Ready>}</div>
      ) : (
        <Drawer
          open={drawer}
          onClose={() => setDrawer(false)}
          slotProps={{ paper: { className: 'desk-drawer', 'aria-label': 'Queue' } }}
        >
          {list}
        </Drawer>
      )}
      {place && shown ? (
        <DeskContext.Provider value={place}>
          <Suspense fallback={<Empty title={row?.subject ?? 'Decisions'} loading />}>
            <shown.Case key={place.key} id={current.id} step={shown.step} />
          </Suspense>
        </DeskContext.Provider>
      ) : query.data ? (
        <Empty
          title={count > 0 ? 'Decisions' : listed ? 'Nothing of the list waits' : 'Nothing waits for you'}
          text={count > 0 || listed ? '' : 'What others request appears here.'}
          act={listed && <Button onClick={showAll}>Show all that waits</Button>}
        />
      ) : (
        <div className="desk-empty">
          <h1>Decisions</h1>
          <Ready query={query}>{() => null}</Ready>
        </div>
      )}
    </div>
  )
}

/** The queue. Where it is too long to have each row of a list, the rows of the list are read on their own. */
function useQueueRead(listed: { ids: readonly number[]; kinds: readonly string[] } | undefined) {
  const whole = useCall(getDecisionQueue, {})
  const groups = waitingKinds.flatMap(
    (kind) => (listed?.kinds.includes(kind) && whole.data?.data[kind]) || [],
  )
  const isCut = groups.some(({ count, rows }) => count > rows.length)
  const ofList = useCall(getDecisionQueue, { ids: listed?.ids.slice(0, mostQueued) }, { enabled: isCut })
  return isCut ? ofList : whole
}

const isArrowOfChoice = ({ key, target }: KeyboardEvent) =>
  key.startsWith('Arrow') && target instanceof HTMLInputElement

type EmptyProps = { title: string; text?: string; loading?: boolean; act?: ReactNode }

function Empty({ title, text = '', loading = false, act }: EmptyProps) {
  return (
    <div className="desk-empty">
      <h1 tabIndex={-1}>{title}</h1>
      {loading ? <Loading like="case" /> : text && <p>{text}</p>}
      {act}
    </div>
  )
}
