import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useKeys } from '#ui/keys/useKeys'
import type { CashAgent } from '#contract/calls/cash'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { onUnconfirmed, unconfirmedIntents } from '#api/changes/intents'
import { isSameSubject } from '#api/changes/sameSubject'
import { useCalendar } from '#api/useCalendar'
import { useCall } from '#api/useCall'
import { useConnection } from '#api/useConnection'
import { useSubmit } from '#api/changes/useSubmit'
import type { Store } from '#device/store'
import { isCollectionDay } from '#domain/time/calendar'
import { showDate } from '#domain/time/lagos'
import { useLeaveGuard } from '#forms/leaveGuard'
import { LinkButton, useGo } from '#routing/navigation'
import { Age } from '#ui/text/Age'
import { serverTime } from '#device/clock'
import { shownClock } from '#ui/text/shownClock'
import { Confirm } from '#ui/feedback/Confirm'
import { isClosedDay } from '#ui/form/choices/collectionDays'
import { Field } from '#ui/form/Field'
import { type Fields, useFields } from '#ui/form/useFields'
import { PrintButton } from '#ui/print/PrintButton'
import { ProblemNote } from '#ui/feedback/ProblemNote'
import { Screen } from '#ui/layout/Screen'
import { usePrinting } from '#ui/print/printing'
import { cashText, countOf } from './cashCount'
import { useCash } from './CashCount'
import { BookQuestion } from './BookQuestion'
import { CollectionReceipt } from '../CollectionReceipt'
import { focusLine, offerLine } from './focusLine'
import { wideScreen } from './layout'
import { PrintedSheet } from './PrintedSheet'
import { EarlierSheets } from './EarlierSheets'
import { createSheet, dueLines, type Sheet } from './sheet'
import { type OnlyCustomer, SheetBody } from './SheetBody'
import { sheetVerb, TotalsBar, TotalsPanel, useTotals } from './SheetTotals'
import { type DraftState, useSheetDraft } from './useSheetDraft'

const { getCollectionSheet, recordCollection, recordSheet, requestSheet } = calls.collections
const { reason: Reason } = requestSheet.input.entries
type Props = {
  agent: CashAgent
  agents: readonly CashAgent[]
  day: string
  /** The customer whose lines are shown first, alone. */
  only: OnlyCustomer | undefined
}

/** The sheet of one agent for one day, until it is booked; then its receipt. */
export function AgentSheet({ agent, agents, day, only }: Props) {
  const go = useGo()
  const [sheet] = useState(createSheet)
  const booking = useSubmit(recordSheet)
  const request = useSubmit(requestSheet)
  const isClosed = isClosedDay(day)
  const submit = isClosed ? request : booking
  const reason = useFields({ reason: Reason }, { reason: '' })
  const subject = { agent_id: agent.id, day }
  const due = useCall(getCollectionSheet, subject)
  const isUnconfirmed = useIsUnconfirmed(subject)
  const draft = useSheetDraft(sheet, { agent_id: agent.id, agent: agent.name, day }, isUnconfirmed)
  const isKept = useSyncExternalStore(draft.state.subscribe, () => draft.state.get().kind !== 'failed')
  const guard = useLeaveGuard(!isKept, submit.isDone)
  const [asking, setAsking] = useState(false)
  const [clearing, setClearing] = useState(false)
  const isWide = useMediaQuery(wideScreen)
  const isPrinting = usePrinting()
  const lines = useSyncExternalStore(sheet.subscribe, sheet.lines)
  const locked = isUnconfirmed || submit.isPending || !draft.isRestored

  useEffect(() => {
    if (!due.data) return
    sheet.setDue(dueLines(due.data.data), due.data.data.sheets)
    sheet.setPayouts(isClosed ? [] : (due.data.data.payouts ?? []))
  }, [due.data, isClosed, sheet])
  const onlyId = only?.user_id
  const isReady = lines.length > 0 && draft.isRestored
  useEffect(() => {
    if (isReady) focusFirst(sheet, onlyId)
  }, [isReady, sheet, onlyId])
  // The outcome is known: what was said about the attempt no longer holds.
  const { reset } = submit
  useEffect(() => {
    if (!isUnconfirmed) return
    return () => reset()
  }, [isUnconfirmed, reset])

  const press = () => {
    if (locked || !sheet.totals().canBook) return
    const { faulty } = sheet.totals()
    sheet.markFaulty()
    if (faulty[0]) return focusLine(faulty[0])
    if (isClosed && !reason.checkAll()) return
    if (!isClosed && countOf(sheet.cash()) === undefined)
      return document.getElementById('cash-counted')?.focus()
    submit.afterConflictCheck(subject, () => setAsking(true))
  }
  useBookKey(press)
  const send = (countedAgain: Kobo | undefined) => {
    setAsking(false)
    const about = { name: agent.name, amount: sheet.totals().total, draft: draft.name }
    const { counted, payouts, ...body } = sheet.body()
    if (isClosed)
      request.mutate(
        { ...subject, ...body, ...reason.body() },
        {
          about,
          onSuccess: () => {
            sheet.clear()
            go('sheetRequests')
          },
        },
      )
    else
      booking.mutate(
        {
          ...subject,
          ...body,
          ...(counted !== undefined && { counted }),
          ...(countedAgain && { counted_again: countedAgain }),
          ...(payouts && { payouts }),
        },
        { about, onSuccess: sheet.clear },
      )
  }
  if (booking.data)
    return (
      <Screen
        title="Collection Sheet"
        actions={
          <>
            <PrintButton />
            <Button variant="contained" onClick={() => go('collectionSheet', null)}>
              Next agent
            </Button>
          </>
        }
      >
        <CollectionReceipt sheet={booking.data.data} isResult />
      </Screen>
    )
  const totals = {
    sheet,
    locked,
    call: isClosed ? requestSheet : recordSheet,
    busy: submit.isPending,
    disabledReason: isUnconfirmed ? 'We could not confirm this sheet. Check it first, above.' : undefined,
    onBook: press,
  }
  return (
    <Screen
      fill
      about={
        <>
          <Age updatedAt={due.dataUpdatedAt} />
          <DraftStatus store={draft.state} verb={sheetVerb(isClosed)} />
        </>
      }
      actions={
        <>
          <PrintButton />
          <ClearButton sheet={sheet} disabled={locked} onPress={() => setClearing(true)} />
        </>
      }
    >
      {isPrinting && (
        <PrintedSheet
          agent={agent.name}
          phone={agent.phone_number}
          day={day}
          lines={lines}
          payouts={sheet.payouts()}
        />
      )}
      <SheetBody
        {...{ agent, agents, day, only, sheet, due, locked }}
        refusal={submit.error}
        notes={
          <>
            <OfflineNote savedAt={due.dataUpdatedAt} />
            <WithoutCollection day={day} />
            {isClosed && <ClosedDay sheet={sheet} reason={reason} />}
            <EarlierSheets sheets={due.data?.data.sheets ?? []} />
            {draft.wasRecorded && (
              <Alert severity="success" onClose={() => draft.setRecorded(false)}>
                This sheet was recorded. Its receipt is among the collections.{' '}
                <LinkButton to="collections">Collections</LinkButton>
              </Alert>
            )}
            {!isUnconfirmed && <ProblemNote error={submit.error} />}
          </>
        }
      >
        {isWide ? <TotalsPanel {...totals} /> : null}
      </SheetBody>
      {isWide ? null : <TotalsBar {...totals} />}
      <BookQuestion
        open={asking}
        {...{ sheet, agent, day, isClosed }}
        onConfirm={send}
        onCancel={() => setAsking(false)}
      />
      <Confirm
        open={clearing}
        title="Clear this sheet?"
        text="All typed amounts, reasons and the count are deleted from this device."
        actionLabel="Clear"
        danger
        onConfirm={() => {
          setClearing(false)
          sheet.clear()
        }}
        onCancel={() => setClearing(false)}
      />
      {guard}
    </Screen>
  )
}

/** What is sent of a closed day awaits another admin. */
function ClosedDay({ sheet, reason }: { sheet: Sheet; reason: Fields<{ reason: typeof Reason }> }) {
  // Counted before the day was closed.
  const counted = cashText(useCash(sheet))
  return (
    <Alert severity="info" className="screen-only" sx={{ '& .MuiAlert-message': { flex: 1 } }}>
      This day is closed: the sheet is sent for the approval of another admin, and is recorded then. Cash that
      comes with it is handed in as a remittance.
      {counted && ` Cash counted: ${counted}. It is not sent with the sheet.`}
      <Box component="form" ref={reason.formRef} onSubmit={(event) => event.preventDefault()} sx={{ mt: 1 }}>
        <Field fields={reason} name="reason" label="Reason" hint="Why it comes only now" />
      </Box>
    </Alert>
  )
}

/** Why nothing is expected. */
function WithoutCollection({ day }: { day: string }) {
  const calendar = useCalendar()
  if (!calendar || isCollectionDay(calendar, day)) return null
  return (
    <Alert severity="info" className="screen-only">
      {showDate(day)} is a day without collection: no deposits are expected on it.
    </Alert>
  )
}

function ClearButton(props: { sheet: Sheet; disabled: boolean; onPress: () => void }) {
  const { isEmpty } = useTotals(props.sheet)
  return (
    <Button variant="outlined" disabled={props.disabled || isEmpty} onClick={props.onPress}>
      Clear
    </Button>
  )
}

/** Not a live region: it would be read out at every pause of the typing. */
function DraftStatus({ store, verb }: { store: Store<DraftState>; verb: string }) {
  const state = useSyncExternalStore(store.subscribe, store.get)
  if (state.kind === 'none') return null
  return (
    <Box className="screen-only" sx={{ color: state.kind === 'failed' ? 'warning.main' : 'text.secondary' }}>
      {state.kind === 'kept' && `Typed amounts kept on this device, ${shownClock(serverTime(state.at))}`}
      {state.kind === 'unsaved' && 'Keeping typed amounts on this device…'}
      {state.kind === 'failed' &&
        `Typed amounts can’t be kept on this device: ${verb.toLowerCase()} before you leave.`}
    </Box>
  )
}

function OfflineNote({ savedAt }: { savedAt: number }) {
  const { online } = useConnection()
  if (online) return null
  return (
    <Alert severity="warning" className="screen-only">
      Go on typing: the amounts are kept on this device, encrypted. They are not sent by themselves.
      {savedAt > 0 && ` Who is due is from ${shownClock(serverTime(savedAt))}.`}
    </Alert>
  )
}

const isDialogOpen = () => document.querySelector('[role="dialog"]') !== null

/** With a keyboard, typing can begin at once, unless a dialog has the focus. On a tablet its keyboard would cover the lines. */
function focusFirst(sheet: Sheet, customerId: number | undefined) {
  if (isDialogOpen()) return
  const [first] = sheet
    .lines()
    .filter(({ user_id }) => customerId === undefined || user_id === customerId)
    .filter(({ key, collected }) => sheet.get(key).text === '' && collected === 0)
  if (first && matchMedia('(pointer: fine)').matches) offerLine(first.key)
}

/** Whether a sheet of this agent and day was sent and its reply was lost. */
function useIsUnconfirmed(subject: { agent_id: number; day: string }): boolean {
  const intents = useSyncExternalStore(onUnconfirmed, unconfirmedIntents)
  return intents.some(
    (
      { call, body }, // The second: sent by this tab's portal before it was updated.
    ) =>
      [recordSheet.name, recordCollection.name, requestSheet.name].includes(call) &&
      isSameSubject(recordSheet, body as object, subject),
  )
}

/** Ctrl S presses the button, unless a dialog is open. */
const useBookKey = (press: () => void) =>
  useKeys({
    record: () => {
      // Leaving the field shows its amount in full.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      press()
    },
  })
