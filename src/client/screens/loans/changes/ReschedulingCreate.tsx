import { today as serverToday } from '#device/today'
import * as v from 'valibot'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import type { LoanAccount } from '#contract/calls/loanAccounts'
import { pluralize } from '#domain/money/figures'
import { instalmentFault } from '#domain/money/instalments'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { type NewTerms, openWithoutPenalties, reschedule } from '#domain/money/reschedule'
import { addDays, showDate } from '#domain/time/lagos'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { useGo, useRouteState } from '#routing/navigation'
import { type Submit, useSubmit } from '#api/changes/useSubmit'
import { useCalendar } from '#api/useCalendar'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Fact } from '#ui/text/Facts'
import { openInstalment } from '../account/instalments'
import { periodOptions } from '../periodLabels'
import { closedReason, LoanChangeScreen } from './LoanChangeScreen'
import { NewSchedule } from './NewSchedule'

const { requestRescheduling } = calls.loanChanges
const { loan_id: _loan, amount: _amount, ...entries } = requestRescheduling.input.entries

/** Requests new instalments for what is owed on a loan; the new schedule follows the entries. */
export default function ReschedulingCreate() {
  const { loan_id } = useRouteState('reschedulingCreate')
  const submit = useSubmit(requestRescheduling)
  return (
    <LoanChangeScreen loanId={loan_id}>
      {(loan) => <RequestForm loan={loan} submit={submit} />}
    </LoanChangeScreen>
  )
}

function RequestForm({ loan, submit }: { loan: LoanAccount; submit: Submit<typeof requestRescheduling> }) {
  const go = useGo()
  const { id: loan_id, balance: amount, reference, customer } = loan
  const fields = useFields(entries, {
    instalment_period: loan.instalment_period,
    instalment_times: '',
    first_due: '',
    reason: '',
  })
  const terms = termsIn(fields.body())
  const open = loan.schedule.map(openInstalment)
  const fault = terms && faultOf(terms, openWithoutPenalties(open))
  const calendar = useCalendar()
  const planned = terms && calendar && !fault ? reschedule(open, terms, calendar).added : []
  const rows = planned.map(({ dueDate: due_date, ...one }) => ({ ...one, due_date }))
  const last = rows.at(-1)
  const about = { name: `loan ${reference} of ${customer}`, amount }
  const send = () =>
    submit.mutate(
      { ...fields.body(), loan_id, amount },
      { about, onSuccess: () => go('loanAccount', { loan_id }) },
    )
  return (
    <ConfirmedForm
      title="Rescheduling"
      wide
      fields={fields}
      call={requestRescheduling}
      submit={submit}
      subject={{ loan_id }}
      question={
        terms && last
          ? {
              title: `Request the rescheduling of ${formatNaira(amount)}?`,
              text: 'It takes two approvals by other admins. Until then the loan goes on as before.',
              facts: (
                <>
                  <Fact label="Customer">{customer}</Fact>
                  <Fact label="Loan">{reference}</Fact>
                  <Fact label="Installments">{pluralize(terms.times, `${terms.period} installment`)}</Fact>
                  <Fact label="From">{showDate(terms.firstDue)}</Fact>
                  <Fact label="Until">{showDate(last.due_date)}</Fact>
                  <Fact label="In All">
                    {formatNaira(sumKobo(rows.flatMap((one) => [one.amount, one.penalty])))}
                  </Fact>
                </>
              ),
            }
          : undefined
      }
      onConfirm={send}
      actionLabel={`Request rescheduling of ${formatNaira(amount)}`}
      disabledReason={closedReason(loan) ?? fault}
    >
      <Field fields={fields} name="instalment_period" label="Installment Period" options={periodOptions} />
      <Field fields={fields} name="instalment_times" label="Number of Installments" inputMode="numeric" />
      <Field fields={fields} name="first_due" label="First Due" type="date" />
      <Field fields={fields} name="reason" label="Reason" multiline />
      <div>
        What is open moves to the new installments, without further interest. Open penalties are due with the
        first one.
      </div>
      {rows.length > 0 && <NewSchedule planned={rows} />}
    </ConfirmedForm>
  )
}

const Planned = v.pick(requestRescheduling.input, ['instalment_times', 'instalment_period', 'first_due'])

/** Undefined while the entries are not valid. */
function termsIn(body: unknown): NewTerms | undefined {
  const { success, output } = v.safeParse(Planned, body)
  return success
    ? { times: output.instalment_times, period: output.instalment_period, firstDue: output.first_due }
    : undefined
}

/** Why the server would refuse the terms. */
function faultOf({ times, firstDue }: NewTerms, open: Kobo): string | undefined {
  const today = serverToday()
  if (firstDue <= today) return 'The first installment must be due after today.'
  if (firstDue > addDays(today, 366)) return 'The first installment must be due within a year from today.'
  return times === 1 && open > 0 ? undefined : instalmentFault(open, times)
}
