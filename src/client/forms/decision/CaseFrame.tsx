import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown'
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp'
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { Badge } from '#ui/text/StatusChip'
import { useDesk } from './desk'
import './decision.css'

type Props = { panel?: ReactNode; below?: ReactNode; children: ReactNode }

/** The facts of a case, and beside them, or at the foot of a narrow window, the panel of the decision. */
export function CaseFrame({ panel, below, children }: Props) {
  const desk = useDesk()
  const scrolls = { tabIndex: 0, role: 'group', 'aria-label': 'The case' } as const
  const facts = (
    <div className="case-facts" {...(desk && scrolls)}>
      {children}
    </div>
  )
  return (
    <div className={desk ? 'case-frame at-desk' : 'case-frame'}>
      {desk ? (
        <div className="case-column">
          <DeskHead />
          {facts}
        </div>
      ) : (
        facts
      )}
      <aside className="case-side" aria-label="Your decision">
        {panel && <div className="case-panel">{panel}</div>}
        {below}
      </aside>
    </div>
  )
}

/** The kind of the case, its reference and age, and its place in the queue. */
function DeskHead() {
  const desk = useDesk()
  if (!desk) return null
  const { kind, reference, waits, waitsLong, position, previous, next, queueButton } = desk
  return (
    <div className="desk-head">
      {queueButton}
      <div className="desk-what">
        <b>{kind}</b> <span>{reference}</span>{' '}
        {waits && <Badge tone={waitsLong ? 'warning' : undefined}>{waits}</Badge>}
      </div>
      {position && <span className="desk-position">{position}</span>}
      <IconButton aria-label="Previous, K" title="Previous (K)" disabled={!previous} onClick={previous}>
        <KeyboardArrowUp />
      </IconButton>
      <IconButton aria-label="Next, J" title="Next (J)" disabled={!next} onClick={next?.go}>
        <KeyboardArrowDown />
      </IconButton>
    </div>
  )
}
