import Close from '@mui/icons-material/Close'
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown'
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp'
import OpenInNew from '@mui/icons-material/OpenInNew'
import IconButton from '@mui/material/IconButton'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { Column } from '#contract/call'
import { isKey } from '../keys/keyTable'
import { isTyping } from '../keys/useKeys'
import { StatusChip } from '../text/StatusChip'
import { firstOf, subjectIn, textIn } from './grid/columnLayout'
import { RowFacts } from './RowFacts'
import { RowActionsOf, useRowTools } from './rowTools'
import { TargetLink } from './TargetLink'
import './rowPanel.css'

type Props<R> = {
  rows: readonly R[]
  row: R
  columns: readonly Column<R>[]
  /** Opens another row in this panel. */
  go: (row: R) => void
  close: () => void
}

/** All facts and actions of a row, beside the list. J and K open the next row and the one before, Escape closes. */
export function RowPanel<R extends object>({ rows, row, columns, go, close }: Props<R>) {
  const titleId = useId()
  const target = useRowTools().rowTarget?.(row)
  const at = rows.indexOf(row)
  const subject = subjectIn(columns)
  const [amount, status] = [firstOf(columns, 'money'), firstOf(columns, 'status')]
  const title = subject ? textIn(row, subject) : ''
  const facts = columns.filter((one) => one !== subject && one !== amount && one !== status)
  const step = (by: 1 | -1) => {
    const next = rows[at + by]
    if (next) go(next)
  }
  return (
    <aside className="row-panel screen-only" aria-labelledby={titleId}>
      <div className="row-panel-bar">
        <span>{`${at + 1} of ${rows.length}`}</span>
        <PanelButton label="Previous row" isDisabled={at <= 0} onClick={() => step(-1)}>
          <KeyboardArrowUp />
        </PanelButton>
        <PanelButton label="Next row" isDisabled={at >= rows.length - 1} onClick={() => step(1)}>
          <KeyboardArrowDown />
        </PanelButton>
        {target && (
          <PanelButton label="Open as page" onClick={target.open}>
            <OpenInNew fontSize="small" />
          </PanelButton>
        )}
        <PanelButton label="Close details" onClick={close}>
          <Close />
        </PanelButton>
      </div>
      <div className="row-panel-body">
        <h2 id={titleId}>
          {target ? (
            <TargetLink href={target.href} onPress={target.open}>
              {title}
            </TargetLink>
          ) : (
            title
          )}
        </h2>
        <p className="row-panel-line">
          {amount && <strong>{textIn(row, amount)}</strong>}
          {status && <StatusChip status={textIn(row, status)} ofRepayment={status.ofRepayment} />}
        </p>
        <RowFacts row={row} columns={facts} />
      </div>
      <RowActionsOf row={row} place="facts" />
    </aside>
  )
}

type ButtonProps = { label: string; isDisabled?: boolean; onClick: () => void; children: ReactNode }

const PanelButton = ({ label, isDisabled = false, onClick, children }: ButtonProps) => (
  <IconButton size="small" aria-label={label} title={label} disabled={isDisabled} onClick={onClick}>
    {children}
  </IconButton>
)

/** The keys of an open panel, which work in the list too. */
export function panelKeys<R>({ rows, row, go, close }: Pick<Props<R>, 'rows' | 'row' | 'go' | 'close'>) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (isTyping(event.target)) return
    const step = isKey(event, 'nextRow') ? 1 : isKey(event, 'previousRow') ? -1 : 0
    const next = step === 0 ? undefined : rows[rows.indexOf(row) + step]
    if (next) go(next)
    else if (isKey(event, 'closeRow')) close()
    else return
    event.preventDefault()
  }
}
