import { today } from '#device/today'
import Box from '@mui/material/Box'
import { useState } from 'react'
import * as v from 'valibot'
import { inactiveCustomerMessage } from '#contract/calls/customers'
import type { LoanApplicant, NewGuarantor } from '#contract/calls/loanApplications'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { momentText } from '#domain/feeText'
import { keptBackFault, keptBackOf, loanFeesOf } from '#domain/money/fees'
import { instalmentFault, instalmentPlan, loanCost, type Terms } from '#domain/money/instalments'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { penaltyText } from '#domain/money/penalty'
import { formatRate } from '#domain/money/rates'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { useGo, useOffers } from '#routing/navigation'
import type { Submit } from '#api/changes/useSubmit'
import { useCalendar } from '#api/useCalendar'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Fact, Facts } from '#ui/text/Facts'
import { CostFacts } from '../fees/CostFacts'
import { periodLabels } from '../periodLabels'
import { NewGuarantors } from './NewGuarantors'
import { PlannedSchedule } from './PlannedSchedule'

const { createLoan } = calls.loans
const { customer_id: _customer, guarantors: _guarantors, ...entries } = createLoan.input.entries
const blank = {
  loan_type_id: '',
  amount: '',
  instalment_period: '',
  instalment_times: '',
  description: '',
}
const actionLabel = 'Send Application'
type Type = LoanApplicant['types'][number]

/** The terms that a customer applies for; the schedule follows them while they are typed. */
export function LoanForm({
  applicant,
  submit,
}: {
  applicant: LoanApplicant
  submit: Submit<typeof createLoan>
}) {
  const go = useGo()
  const offers = useOffers()
  const fields = useFields(entries, blank)
  const [guarantors, setGuarantors] = useState<NewGuarantor[]>([])
  const { loan_type_id, instalment_period } = fields.values
  const type = applicant.types.find(({ id }) => String(id) === loan_type_id)
  const chooseType = (id: string) => {
    const periods = applicant.types.find((other) => String(other.id) === id)?.periods ?? []
    const period = periods.find((offered) => offered === instalment_period) ?? periods[0] ?? ''
    fields.set('loan_type_id', id, { instalment_period: period })
  }
  const terms = type && termsIn(fields.body(), type)
  const cost = terms && loanCost(terms)
  const fees = terms ? feesOf(applicant, type, terms.amount) : []
  const calendar = useCalendar()
  const plan = terms && calendar && instalmentPlan(terms, today(), calendar)
  const costFacts = terms && cost && (
    <>
      <Fact label="Amount">{formatNaira(terms.amount)}</Fact>
      <Fact label="Interest">{`${formatRate(terms.rate)}, ${formatNaira(cost.interestAmount)}`}</Fact>
      <Fact label="Total Payable">{formatNaira(cost.totalPayable)}</Fact>
      <Fact label="Installments">{`${pluralize(terms.times, `${terms.period} instalment`)} of ${formatNaira(cost.instalmentAmount)}`}</Fact>
      {fees.map(({ name, amount, moment }) => (
        <Fact key={name} label={name}>{`${formatNaira(amount)}, ${momentText(moment)}`}</Fact>
      ))}
      <CostFacts amount={terms.amount} totalPayable={cost.totalPayable} fees={fees} />
    </>
  )
  const send = () =>
    submit.mutate(
      { ...fields.body(), customer_id: applicant.user_id, guarantors },
      {
        about: { name: applicant.customer_name },
        onSuccess: () => go(offers('loansPending') ? 'loansPending' : 'customers'),
      },
    )
  return (
    <ConfirmedForm
      title="Application"
      wide
      fields={{ ...fields, dirty: fields.dirty || guarantors.length > 0 }}
      call={createLoan}
      submit={submit}
      subject={{ customer_id: applicant.user_id }}
      question={
        cost && {
          title: `Apply for this loan for ${applicant.customer_name}?`,
          text: `The application waits for two approvals. ${guarantorText(guarantors)}`,
          facts: costFacts,
        }
      }
      onConfirm={send}
      actionLabel={actionLabel}
      disabledReason={
        applicant.is_active
          ? terms &&
            cost &&
            (instalmentFault(cost.totalPayable, terms.times) ?? keptBackFault(terms.amount, keptBackOf(fees)))
          : inactiveCustomerMessage
      }
    >
      <Box sx={columns}>
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          <Field
            fields={fields}
            name="loan_type_id"
            label="Loan Type"
            options={applicant.types.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={chooseType}
            {...(type && { hint: typeText(type) })}
          />
          <Field
            fields={fields}
            name="amount"
            label="Amount"
            hint="In naira"
            warning={arrearsWarning(applicant)}
          />
          <Field
            fields={fields}
            name="instalment_period"
            label="Installment Period"
            options={(type?.periods ?? []).map((period) => ({ value: period, label: periodLabels[period] }))}
          />
          <Field fields={fields} name="instalment_times" label="Number of Installments" inputMode="numeric" />
          <Field fields={fields} name="description" label="Purpose" hint="What the loan is for" multiline />
        </Box>
        <Box
          component="section"
          aria-label="Schedule"
          sx={{ display: 'grid', gap: 2, alignContent: 'start' }}
        >
          <Box component="h3" sx={heading}>
            Schedule if it is paid out today
          </Box>
          {terms ? (
            <>
              <Facts>{costFacts}</Facts>
              {plan && <PlannedSchedule plan={plan} />}
            </>
          ) : (
            'Choose a loan type, an amount and the installments.'
          )}
        </Box>
      </Box>
      <Box component="h3" sx={heading}>
        Guarantors
      </Box>
      <NewGuarantors guarantors={guarantors} phoneOfCustomer={applicant.phone} onChange={setGuarantors} />
    </ConfirmedForm>
  )
}

const columns = {
  display: 'grid',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
} as const
const heading = { fontSize: 16, fontWeight: 700, m: 0 } as const

/** 'Stock for a stall. Interest 7.5%. Penalty …' */
const typeText = ({ description, interest_rate, penalty_rate, grace_days }: Type) =>
  `${description}. Interest ${formatRate(interest_rate)}. Penalty: ${penaltyText(penalty_rate, grace_days)}.`

function guarantorText(guarantors: readonly NewGuarantor[]) {
  if (guarantors.length === 0) return 'It has no guarantor.'
  return `Guarantors: ${guarantors.map((one) => `${one.first_name} ${one.last_name}`).join(', ')}.`
}

/** The fees of a loan of the type, as the application fixes them. */
const feesOf = ({ fees = [] }: LoanApplicant, { id }: Type, amount: Kobo) =>
  loanFeesOf(
    fees.flatMap(({ loan_type_id, rate: basisPoints, ...fee }) =>
      loan_type_id === null || loan_type_id === id ? [{ ...fee, basisPoints }] : [],
    ),
    amount,
  )

/** Only a warning: the approvers decide. */
function arrearsWarning({ other_loans }: LoanApplicant) {
  const late = other_loans.filter(({ days_overdue }) => days_overdue > 0)
  return late.length === 0
    ? undefined
    : `This customer is overdue on ${late.map(({ reference }) => reference).join(', ')}.`
}

const Planned = v.pick(createLoan.input, ['amount', 'instalment_times', 'instalment_period'])

/** Undefined while the entries are not valid. */
function termsIn(body: unknown, { interest_rate: rate }: Type): Terms | undefined {
  const { success, output } = v.safeParse(Planned, body)
  return success
    ? { amount: output.amount, rate, times: output.instalment_times, period: output.instalment_period }
    : undefined
}
