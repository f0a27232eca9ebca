import { today } from '#device/today'
import Box from '@mui/material/Box'
import { useState } from 'react'
import * as v from 'valibot'
import { inactiveCustomerMessage } from '#contract/calls/customers'
import type { LoanApplicant, NewGuarantor } from '#contract/calls/loanApplications'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { momentText } from '#domain/feeText'
import { amountBoundFault, savingsFault, timesBoundFault } from '#domain/money/bounds'
import { keptBackFault, keptBackOf, loanFeesOf } from '#domain/money/fees'
import { instalmentPlan, loanCost, type Terms } from '#domain/money/instalments'
import { pluralize } from '#domain/money/figures'
import { formatNaira, kobo, sumKobo } from '#domain/money/kobo'
import { boundsOf, interestRateText, penaltyTermsText, planFault } from '#domain/money/loanTerms'
import { freeBalance, securityFault, securityOf } from '#domain/money/security'
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
const {
  customer_id: _customer,
  guarantors: _guarantors,
  security_savings_id: _security,
  ...entries
} = createLoan.input.entries
const securing = { security_savings_id: createLoan.input.entries.security_savings_id.wrapped }
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
  const security = useFields(securing, { security_savings_id: '' })
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
      <Fact label="Interest">{`${interestRateText(terms.rate, type.interest_kind)}, ${formatNaira(cost.interestAmount)}`}</Fact>
      <Fact label="Total Payable">{formatNaira(cost.totalPayable)}</Fact>
      <Fact label="Installments">{`${pluralize(terms.times, `${terms.period} installment`)} of ${formatNaira(cost.instalmentAmount)}`}</Fact>
      {fees.map(({ name, amount, moment }) => (
        <Fact key={name} label={name}>{`${formatNaira(amount)}, ${momentText(moment)}`}</Fact>
      ))}
      <CostFacts terms={terms} fees={fees} />
    </>
  )
  const send = () =>
    submit.mutate(
      {
        ...fields.body(),
        ...(type && type.security_rate > 0 && security.body()),
        customer_id: applicant.user_id,
        guarantors,
      },
      {
        about: { name: applicant.customer_name },
        onSuccess: () => go(offers('loansPending') ? 'loansPending' : 'customers'),
      },
    )
  return (
    <ConfirmedForm
      title="Application"
      wide
      fields={{
        ...fields,
        dirty: fields.dirty || security.dirty || guarantors.length > 0,
        checkAll: () => {
          const isSecured = !type || type.security_rate === 0 || security.checkAll()
          return fields.checkAll() && isSecured
        },
      }}
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
            type &&
            (faultOf(terms, type, applicant, security.values.security_savings_id) ??
              keptBackFault(terms.amount, keptBackOf(fees)))
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
          {type && type.security_rate > 0 && (
            <Field
              fields={security}
              name="security_savings_id"
              label="Security"
              options={walletsOf(applicant)}
              hint={`${securityText(type, terms)} of it is held while the loan runs.`}
            />
          )}
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
const typeText = (type: Type) =>
  `${type.description}. Interest ${interestRateText(type.interest_rate, type.interest_kind)}. Penalty: ${penaltyTermsText(type)}.`

const securityText = ({ security_rate }: Type, terms: Terms | undefined) =>
  terms ? formatNaira(securityOf(terms.amount, security_rate)) : `${security_rate / 100}% of the amount`

/** The savings wallets that can secure a loan, with what of each secures nothing yet. */
const walletsOf = ({ savings }: LoanApplicant) =>
  savings.flatMap(({ id, code, type, balance, held = kobo(0) }) =>
    id
      ? [{ value: String(id), label: `${type} ${code}, ${formatNaira(freeBalance(balance, held))} free` }]
      : [],
  )

/** Why the server would refuse the application. */
function faultOf(terms: Terms, type: Type, { savings }: LoanApplicant, wallet: string): string | undefined {
  const bounds = boundsOf(type)
  const saved = sumKobo(
    savings.flatMap(({ id, balance, held = kobo(0) }) => (id ? [freeBalance(balance, held)] : [])),
  )
  const chosen = savings.find(({ id }) => String(id) === wallet)
  return (
    planFault(terms) ??
    amountBoundFault(bounds, terms.amount) ??
    timesBoundFault(bounds, terms.times) ??
    savingsFault(bounds, terms.amount, saved) ??
    (chosen &&
      securityFault(
        freeBalance(chosen.balance, chosen.held ?? kobo(0)),
        securityOf(terms.amount, type.security_rate),
      ))
  )
}

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
function termsIn(
  body: unknown,
  { interest_rate: rate, interest_kind: interestKind }: Type,
): Terms | undefined {
  const { success, output } = v.safeParse(Planned, body)
  return success
    ? {
        amount: output.amount,
        rate,
        times: output.instalment_times,
        period: output.instalment_period,
        interestKind,
      }
    : undefined
}
