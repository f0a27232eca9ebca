import FlagOutlined from '@mui/icons-material/FlagOutlined'
import { type ReactNode, useState } from 'react'
import { formatCount } from '#domain/money/figures'
import { kobo } from '#domain/money/kobo'
import { today } from '#device/today'
import { decisionKinds } from '#routing/decisionKinds'
import { groupIcons } from './groupIcons'
import { ageOf, type Group, keyOf, type Place, type Row, wholeNaira } from './useQueue'

type Props = {
  groups: readonly Group[]
  count: number
  amount: string
  current: Place | undefined
  /** Beside the sum: the age of the queue, or a button that closes it. */
  aside?: ReactNode
  /** Shows all that waits: only the rows of a list are shown, in its order. */
  all?: (() => void) | undefined
  onOpen: (row: Row) => void
}

/** All that waits for the admin, by kind: one group is open, the heads of the others stay in sight. */
export function Queue({ groups, count, amount, current, aside, all, onOpen }: Props) {
  const [chosen, setChosen] = useState<{ label: string | undefined; at: string | undefined }>()
  const at = current && keyOf(current)
  const label = current && decisionKinds[current.kind].group
  const own = groups.find((group) => group.label === label) ?? groups[0]
  // Another case opens its group again.
  const shown = chosen && chosen.at === at ? chosen.label : own?.label
  return (
    <nav className="desk-queue" aria-label="Queue">
      <div className="queue-head">
        <h2>{`${formatCount(count)} ${all ? 'of the list ' : ''}${count === 1 ? 'waits' : 'wait'} for you`}</h2>
        <span className="queue-sum">{amount}</span>
        {aside}
      </div>
      {all && (
        <button type="button" className="queue-all" onClick={all}>
          Show all that waits
        </button>
      )}
      {groups.map((group) => (
        <QueueGroup
          key={group.label}
          group={group}
          isOpen={group.label === shown}
          current={at}
          asListed={all !== undefined}
          onToggle={() => setChosen({ label: group.label === shown ? undefined : group.label, at })}
          onOpen={onOpen}
        />
      ))}
    </nav>
  )
}

type GroupProps = {
  group: Group
  isOpen: boolean
  current: string | undefined
  asListed: boolean
  onToggle: () => void
  onOpen: (row: Row) => void
}

function QueueGroup({ group, isOpen, current, asListed, onToggle, onOpen }: GroupProps) {
  const { label, count, amount, oldest, rows } = group
  const Icon = groupIcons[label]
  const age = ageOf(oldest, today())
  const flagged = asListed ? [] : rows.filter(({ flags }) => flags.length > 0)
  const plain = asListed ? rows : rows.filter(({ flags }) => flags.length === 0)
  const row = (one: Row) => (
    <QueueRow key={keyOf(one)} row={one} isCurrent={keyOf(one) === current} onOpen={() => onOpen(one)} />
  )
  return (
    <section className={isOpen ? 'queue-group open' : 'queue-group'} aria-label={label}>
      <h3>
        <button type="button" aria-expanded={isOpen} onClick={onToggle}>
          <Icon className="queue-icon" aria-hidden />
          <span>{label}</span>
          <b className={age.isLong ? 'queue-count long' : 'queue-count'}>{formatCount(count)}</b>
          <span className="queue-amount">{amount === null ? '' : wholeNaira(kobo(Math.abs(amount)))}</span>
          <span className={age.isLong ? 'queue-age long' : 'queue-age'}>{age.text}</span>
        </button>
      </h3>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <section className="queue-rows" tabIndex={0} aria-label={`${label}, rows`}>
          {flagged.length > 0 && (
            <>
              <p className="queue-part red">
                <FlagOutlined aria-hidden sx={{ fontSize: 16 }} />{' '}
                {`${formatCount(flagged.length)} with a red flag`}
              </p>
              <ul>{flagged.map(row)}</ul>
              {plain.length > 0 && (
                <p className="queue-part">{`${formatCount(count - flagged.length)} without, oldest first`}</p>
              )}
            </>
          )}
          <ul>{plain.map(row)}</ul>
          {count > rows.length && (
            <p className="queue-part">{`${formatCount(count - rows.length)} more follow when these are decided`}</p>
          )}
        </section>
      )}
    </section>
  )
}

function QueueRow({ row, isCurrent, onOpen }: { row: Row; isCurrent: boolean; onOpen: () => void }) {
  const age = ageOf(row.created_at, today())
  const [flag] = row.flags
  return (
    <li>
      <button type="button" className="queue-row" aria-current={isCurrent || undefined} onClick={onOpen}>
        <span className="queue-name">
          {flag && <FlagOutlined aria-label="Red flag" sx={{ fontSize: 16 }} />}
          <b>{row.subject}</b>
        </span>
        <b className="queue-of">{row.amount === null ? '' : wholeNaira(kobo(Math.abs(row.amount)))}</b>
        <span className={flag ? 'queue-why red' : 'queue-why'}>{flag ? flag.short : row.detail}</span>
        <span className={age.isLong ? 'queue-age long' : 'queue-age'}>{age.text}</span>
      </button>
    </li>
  )
}
