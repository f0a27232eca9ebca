import { KeyHint } from '#ui/keys/KeyHint'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { calls } from '#contract/index'
import { ChangeButton } from '#forms/ChangeButton'
import { formatCount, pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { footBar } from '#ui/layout/footBar'
import { CountNote, NoteFields, OneCount } from './CashCount'
import type { Sheet, Totals } from './sheet'

const { recordSheet, requestSheet } = calls.collections

type Props = {
  sheet: Sheet
  locked: boolean
  /** The sheet is booked, or sent for an approval, without a count. */
  call: typeof recordSheet | typeof requestSheet
  busy: boolean
  /** Why the sheet can't be booked. */
  disabledReason: string | undefined
  onBook: () => void
}

export const useTotals = (sheet: Sheet): Totals => useSyncExternalStore(sheet.subscribe, sheet.totals)

/** What the button does, wherever it is named. */
export const sheetVerb = (isRequest: boolean) => (isRequest ? 'Send' : 'Book')

/** 'Book 11 lines, ₦74,950.00' */
export function bookLabel({ collected, total, paid, canBook }: Totals, isRequest: boolean): string {
  const verb = sheetVerb(isRequest)
  if (!canBook) return verb
  const payouts = paid > 0 ? `, ${pluralize(paid, 'withdrawal')} paid` : ''
  return collected === 0
    ? `${verb}, nothing collected${payouts}`
    : `${verb} ${pluralize(collected, 'line')}, ${formatNaira(total)}${payouts}`
}

const typedOf = ({ typed, due }: Totals) => `${formatCount(typed)} of ${formatCount(due)}`

/** At a desk: totals, count and button beside the lines. */
export function TotalsPanel(props: Props) {
  const { sheet, locked } = props
  const totals = useTotals(sheet)
  return (
    <Box component="section" aria-label="Totals" className="screen-only" sx={panel}>
      <Line label="Expected">{formatNaira(totals.expected)}</Line>
      <Line label="Lines typed">{typedOf(totals)}</Line>
      <Line label="Typed" big>
        {formatNaira(totals.total)}
      </Line>
      {totals.toPay > 0 && (
        <Line label={`Paid out, ${formatCount(totals.paid)} of ${formatCount(totals.toPay)}`}>
          {formatNaira(totals.paidOut)}
        </Line>
      )}
      {!isRequest(props) && (
        <>
          <Box component="h2" sx={{ m: 0, mt: 0.5, fontSize: 14 }}>
            Cash counted
          </Box>
          <NoteFields sheet={sheet} locked={locked} />
          <Box sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1, alignItems: 'center' }}>
            <label htmlFor="cash-counted">Cash counted, ₦</label>
            <OneCount sheet={sheet} locked={locked} id="cash-counted" />
          </Box>
          <CountNote sheet={sheet} />
        </>
      )}
      <Box sx={foot}>
        <Book {...props} totals={totals} />
      </Box>
      <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>
        All lines are recorded, or none. <kbd>Enter</kbd> next line, <KeyHint of="asExpected" /> as expected,{' '}
        <KeyHint of="record" /> {sheetVerb(isRequest(props)).toLowerCase()}.
      </Box>
    </Box>
  )
}

/** On a tablet or a phone: the same as a bar at the foot. Notes are counted behind a button. */
export function TotalsBar(props: Props) {
  const { sheet, locked } = props
  const totals = useTotals(sheet)
  const [counting, setCounting] = useState(false)
  return (
    <Box component="section" aria-label="Totals" className="screen-only" sx={footBar}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={small}>{`Typed, ${typedOf(totals)}`}</Box>
        <Box sx={{ fontSize: 19, fontWeight: 700, letterSpacing: '-.02em' }}>{formatNaira(totals.total)}</Box>
        {totals.toPay > 0 && <Box sx={small}>{`Paid out ${formatNaira(totals.paidOut)}`}</Box>}
      </Box>
      {!isRequest(props) && (
        <Box sx={{ minWidth: 0 }}>
          <Box component="label" htmlFor="cash-counted" sx={small}>
            Cash counted, ₦
          </Box>
          <Box sx={{ display: 'flex', gap: 0.75 }}>
            <Box sx={{ width: 132 }}>
              <OneCount sheet={sheet} locked={locked} id="cash-counted" />
            </Box>
            <Button variant="outlined" sx={{ px: 1.5 }} onClick={() => setCounting(true)}>
              Notes
            </Button>
          </Box>
        </Box>
      )}
      <Box sx={{ flex: '1 1 220px', display: 'flex', justifyContent: { sm: 'flex-end' } }}>
        <Book {...props} totals={totals} />
      </Box>
      <Dialog open={counting} onClose={() => setCounting(false)} aria-labelledby="count-title">
        <DialogTitle id="count-title">Cash counted</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <NoteFields sheet={sheet} locked={locked} />
          <CountNote sheet={sheet} />
        </DialogContent>
        <DialogActions sx={{ p: 2 }}>
          <Button variant="contained" onClick={() => setCounting(false)}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    </Box>
  )
}

const isRequest = ({ call }: Props) => call.name === requestSheet.name

function Book(props: Props & { totals: Totals }) {
  const { call, busy, disabledReason, onBook, totals } = props
  return (
    <ChangeButton
      call={call}
      busy={busy}
      disabledReason={disabledReason ?? (totals.canBook ? undefined : 'Type an amount first.')}
      onPress={onBook}
    >
      {bookLabel(totals, isRequest(props))}
    </ChangeButton>
  )
}

const Line = ({ label, big, children }: { label: string; big?: boolean; children: ReactNode }) => (
  <Box
    sx={{
      display: 'flex',
      justifyContent: 'space-between',
      gap: 1,
      fontSize: big ? 19 : 14,
      fontWeight: big ? 700 : 400,
    }}
  >
    <span>{label}</span>
    <strong>{children}</strong>
  </Box>
)

const panel = {
  flex: 'none',
  width: 284,
  alignSelf: 'flex-start',
  maxHeight: '100%',
  overflow: 'auto',
  display: 'grid',
  gap: 1,
  p: 1.75,
  border: 1,
  borderColor: 'divider',
  borderTop: '3px solid var(--mui-palette-primary-main)',
  borderRadius: 1,
  bgcolor: 'background.paper',
  '& kbd': { font: 'inherit', fontWeight: 600 },
}
/** Stays in view where the panel is higher than its place. */
const foot = { position: 'sticky', bottom: -14, py: 0.5, bgcolor: 'background.paper' }
const small = { fontSize: 13, color: 'text.secondary' }
