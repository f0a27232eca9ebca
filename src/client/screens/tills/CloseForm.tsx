import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import * as v from 'valibot'
import type { ReplyOf } from '#contract/call'
import { noteValues } from '#contract/calls/tills'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { formatNaira, negateKobo } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { useSubmit } from '#api/changes/useSubmit'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { SecondCount, useSecondCount } from '#forms/SecondCount'
import { LinkButton } from '#routing/navigation'
import { Field } from '#ui/form/Field'
import { parseAmount } from '#ui/form/parseAmount'
import { useFields } from '#ui/form/useFields'
import { Receipt } from '#ui/print/Receipt'
import { Fact } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'

const { closeTill } = calls.tills
const { counted, note } = closeTill.input.entries
const Count = v.pipe(v.string(), v.regex(/^\d{0,6}$/, 'Please enter a whole number.'))
type NoteCounts = Record<(typeof noteValues)[number], string>
const blank = Object.fromEntries(noteValues.map((naira) => [naira, ''])) as NoteCounts
const counts = v.entriesFromList(noteValues, Count)
type Closed = ReplyOf<typeof closeTill>['data']

/** Counts a till twice and closes it. What it should hold is shown after the count only (rules.md, "Blind count"). */
export function CloseForm({ sessionId, till }: { sessionId: number; till: string | undefined }) {
  const submit = useSubmit(closeTill)
  const fields = useFields({ counted, note, ...counts }, { counted: '', note: '', ...blank })
  const notes = Object.fromEntries(noteValues.map((naira) => [naira, Number(fields.values[naira])]))
  const isByNotes = noteValues.some((naira) => fields.values[naira] !== '')
  /** Notes that are entered make the sum. */
  const enterNotes = (naira: (typeof noteValues)[number], text: string) => {
    const all = { ...fields.values, [naira]: text }
    const sum = noteValues.reduce((total, one) => total + (Number(all[one]) || 0) * Number(one), 0)
    fields.set(naira, text, { counted: String(sum) })
  }
  const amount = parseAmount(counted, fields.values.counted)
  const again = useSecondCount(amount)
  if (submit.data) return <Closed session={submit.data.data} />
  const send = () =>
    amount !== undefined &&
    submit.mutate(
      {
        till_session_id: sessionId,
        counted: amount,
        counted_again: amount,
        note: fields.values.note,
        ...(isByNotes && { notes }),
      },
      { about: { name: till ?? 'the till' } },
    )
  return (
    <ConfirmedForm
      title={till ? `Counted cash of ${till}` : 'Counted cash'}
      fields={fields}
      call={closeTill}
      submit={submit}
      subject={{ till_session_id: sessionId }}
      question={
        amount === undefined
          ? undefined
          : {
              title: `Close ${till ? `till ${till}` : 'the till'}?`,
              text: 'The counted cash is handed over to the vault. The count can’t be changed afterwards.',
              input: {
                check: again.checkAll,
                field: (onEnter) => <SecondCount fields={again} onEnter={onEnter} />,
              },
            }
      }
      onConfirm={send}
      actionLabel="Close Till"
    >
      <div>
        Count all the cash in the till first. What it should hold is not shown before it is counted twice and
        closed.
      </div>
      <Box component="details">
        <summary>Count by notes</summary>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 1, mt: 1 }}>
          {noteValues.map((naira) => (
            <Field
              key={naira}
              fields={fields}
              name={naira}
              label={`₦${naira}`}
              inputMode="numeric"
              onChange={(text) => enterNotes(naira, text)}
            />
          ))}
        </Box>
      </Box>
      <Field
        fields={fields}
        name="counted"
        label="Counted"
        hint={isByNotes ? 'The sum of the notes.' : 'In naira, such as 25,000.00'}
        readOnly={isByNotes}
      />
      <Field fields={fields} name="note" label="Note" hint="Optional" multiline />
    </ConfirmedForm>
  )
}

const Closed = ({ session }: { session: Closed }) => (
  <Receipt
    reference={session.reference}
    by={['Counted by', 'Received by']}
    note={
      <Alert severity={session.difference === 0 ? 'success' : 'warning'} role="status" sx={{ mt: 2 }}>
        {outcomeOf(session.difference)}
      </Alert>
    }
    actions={
      session.difference !== 0 && (
        <LinkButton to="tillDifference" state={{ till_session_id: session.id, till: session.till }}>
          Request Difference
        </LinkButton>
      )
    }
  >
    <Fact label="Reference">{session.reference}</Fact>
    <Fact label="Till">{session.till}</Fact>
    <Fact label="Closed">{showDateTime(session.closed_at)}</Fact>
    <Fact label="Counted">
      <Money amount={session.counted} />
    </Fact>
    <Fact label="Expected">
      <Money amount={session.expected} />
    </Fact>
    <Fact label="Difference">
      <Money amount={session.difference} />
    </Fact>
  </Receipt>
)

function outcomeOf(difference: Kobo): string {
  if (difference === 0) return 'The count is what was expected.'
  return difference < 0
    ? `${formatNaira(negateKobo(difference))} less than expected. It stays on the till’s account.`
    : `${formatNaira(difference)} more than expected. It stays on the till’s account.`
}
