import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import type { CashAgent } from '#contract/calls/cash'
import { isRefusal, type Problem } from '#contract/problems'
import type { Loaded } from '#api/useCall'
import { formatCount } from '#domain/money/figures'
import { Empty } from '#ui/feedback/Empty'
import { Ready } from '#ui/feedback/Ready'
import { AddCustomer } from './AddCustomer'
import { focusLine, offerLine } from './focusLine'
import { sheetTools } from './layout'
import type { Sheet, SheetLine } from './sheet'
import { SheetChoice } from '../SheetChoice'
import { SheetPayouts } from './SheetPayouts'
import { SheetRows } from './SheetRows'
import { Segments } from '#ui/form/choices/Segments'
import { useTotals } from './SheetTotals'

/** An address without the name has none. */
export type OnlyCustomer = { user_id: number; name: string | undefined }

type Props = {
  agent: CashAgent
  agents: readonly CashAgent[]
  day: string
  only: OnlyCustomer | undefined
  sheet: Sheet
  due: Loaded<{ data: { lines: unknown[] } }>
  locked: boolean
  /** Why the last attempt to book failed. */
  refusal: Problem | null
  notes: ReactNode
  /** What stands beside the lines. */
  children: ReactNode
}

/** The choices above the lines, the notes, and the lines. */
export function SheetBody(props: Props) {
  const { agent, agents, day, only, sheet, due, locked, refusal, notes, children } = props
  const lines = useSyncExternalStore(sheet.subscribe, sheet.lines)
  const [adding, setAdding] = useState(false)
  /** The lines that were still to type when the filter was pressed: a line does not vanish while it is typed. */
  const [toType, setToType] = useState<ReadonlySet<string>>()
  const [isAlone, setAlone] = useState(true)
  const ownerId = isAlone ? only?.user_id : undefined
  const shown = useMemo(
    () =>
      lines.filter(
        ({ key, user_id }) =>
          (ownerId === undefined || user_id === ownerId) && (toType === undefined || toType.has(key)),
      ),
    [lines, toType, ownerId],
  )
  const show = (keys: ReadonlySet<string> | undefined) => {
    setAlone(false)
    setToType(keys)
  }
  const refused = useMemo(() => refusedLines(lines, refusal), [lines, refusal])
  return (
    <>
      <Box className="screen-only" sx={sheetTools}>
        <SheetChoice agents={agents} agentId={agent.id} day={day} disabled={locked} />
        <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
        <Filter
          sheet={sheet}
          only={only}
          value={ownerId !== undefined ? 'customer' : toType ? 'toType' : 'all'}
          onChange={(value) => {
            if (value === 'customer') {
              setToType(undefined)
              setAlone(true)
            } else show(value === 'all' ? undefined : new Set(blankLines(sheet)))
          }}
        />
        <Button
          variant="outlined"
          disabled={locked}
          aria-label="Add customer"
          onClick={() => setAdding(true)}
        >
          Add<span className="sheet-wide-only">{nbsp}customer</span>
        </Button>
      </Box>
      {notes}
      {refusal && isRefusal(refusal) && <Refused problem={refusal} lines={lines} refused={refused} />}
      <Box className="screen-only" sx={{ display: 'flex', gap: 1.5, flex: 1, minHeight: 0, minWidth: 0 }}>
        <Box className="sheet-scroll">
          <Ready query={due}>
            {() => (
              <>
                <SheetPayouts sheet={sheet} locked={locked} />
                {shown.length > 0 ? (
                  <SheetRows sheet={sheet} lines={shown} locked={locked} refused={refused} />
                ) : (
                  <Empty>
                    {lines.length === 0
                      ? 'Nobody is due on this day. Add a customer.'
                      : ownerId !== undefined
                        ? `Nothing is due from ${only?.name ?? 'this customer'} on this day. Add the customer to take a payment.`
                        : 'All lines are typed'}
                  </Empty>
                )}
              </>
            )}
          </Ready>
        </Box>
        {children}
      </Box>
      {adding && (
        <AddCustomer
          sheet={sheet}
          agentId={agent.id}
          day={day}
          onClose={(added) => {
            setAdding(false)
            if (!added) return
            show(undefined)
            // After the dialog has given the focus back.
            setTimeout(() => offerLine(added.key), 300)
          }}
        />
      )}
    </>
  )
}

const blankLines = (sheet: Sheet) =>
  sheet.lines().flatMap((line) => {
    const { text, reason } = sheet.get(line.key)
    return text.trim() === '' && !reason && line.collected === 0 ? [line.key] : []
  })

type Shown = 'customer' | 'all' | 'toType'
type FilterProps = {
  sheet: Sheet
  only: OnlyCustomer | undefined
  value: Shown
  onChange: (value: Shown) => void
}

function Filter({ sheet, only, value, onChange }: FilterProps) {
  const { toType } = useTotals(sheet)
  const count = sheet.lines().length
  const options: { value: Shown; label: string }[] = [
    ...(only ? [{ value: 'customer' as const, label: only.name ?? 'Customer' }] : []),
    { value: 'all', label: `All ${formatCount(count)}` },
    { value: 'toType', label: `To type ${formatCount(toType)}` },
  ]
  return <Segments label="Shown lines" options={options} value={value} onChange={onChange} />
}

type RefusedProps = { problem: Problem; lines: readonly SheetLine[]; refused: ReadonlySet<string> }

/** Why the sheet was refused, with links to the lines that the message names. */
const Refused = ({ problem: { message, fields }, lines, refused }: RefusedProps) => (
  <Alert severity="error" className="screen-only" role="alert">
    {fields.length > 0 ? `Nothing was recorded. ${fields.join(' ')}` : message}
    {lines
      .filter(({ key }) => refused.has(key))
      .map(({ key, customer, label }) => (
        <div key={key}>
          <Link component="button" type="button" sx={{ py: 1 }} onClick={() => focusLine(key)}>
            {`${customer}, ${label}`}
          </Link>
        </div>
      ))}
  </Alert>
)

/** The lines that a refusal names by their references. */
function refusedLines(lines: readonly SheetLine[], refusal: Problem | null): ReadonlySet<string> {
  if (!refusal || !isRefusal(refusal)) return new Set()
  const words = new Set(refusal.message.split(/[^\w-]+/))
  return new Set(lines.flatMap(({ key, reference }) => (words.has(reference) ? [key] : [])))
}

const nbsp = '\u00a0'
