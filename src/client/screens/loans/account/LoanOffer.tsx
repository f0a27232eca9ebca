import Box from '@mui/material/Box'
import type { LoanAccount } from '#contract/calls/loanAccounts'
import { momentText } from '#domain/feeText'
import { formatNaira } from '#domain/money/kobo'
import { pluralize } from '#domain/money/figures'
import { instalmentPlan } from '#domain/money/instalments'
import { interestRateText, penaltyTermsText, settlementLabels, termsOfRow } from '#domain/money/loanTerms'
import { loanOffer } from '#domain/money/loanOffer'
import { showDate } from '#domain/time/lagos'
import { today } from '#device/today'
import { useCalendar } from '#api/useCalendar'
import { BackLink, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Card } from '#ui/layout/Card'
import { Screen } from '#ui/layout/Screen'
import { OnPaper } from '#ui/print/OnPaper'
import { PrintButton } from '#ui/print/PrintButton'
import { Age } from '#ui/text/Age'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { PlannedSchedule } from '../create/PlannedSchedule'
import { Schedule } from './Schedule'
import { useLoanAccount } from './useLoanAccount'

/** What a customer gets and pays, to print and sign: the amount, its cost, the yearly rate, the schedule and the terms. */
export default function LoanOffer() {
  const { loan_id } = useRouteState('loanOffer')
  const account = useLoanAccount(loan_id)
  return (
    <Screen
      about={<Age updatedAt={account.dataUpdatedAt} />}
      actions={
        <>
          <BackLink to="loanAccount" state={{ loan_id }}>
            Back to the loan
          </BackLink>
          <PrintButton />
        </>
      }
    >
      <Ready query={account}>{(loan) => <Offer loan={loan} />}</Ready>
    </Screen>
  )
}

function Offer({ loan }: { loan: LoanAccount }) {
  const calendar = useCalendar()
  const terms = termsOfRow(loan)
  const { fees = [] } = loan
  const offer = loanOffer(terms, fees, loan.total_payable)
  return (
    <>
      <Card title={`Loan ${loan.reference}`}>
        <Facts>
          <Fact label="Customer">{`${loan.customer}, ${loan.customer_reference}`}</Fact>
          <Fact label="Loan Type">{loan.loan_type_name}</Fact>
          <Fact label="Amount">
            <Money amount={loan.amount} />
          </Fact>
          {fees.map(({ fee_id, name, amount, moment }) => (
            <Fact key={fee_id} label={name}>{`${formatNaira(amount)}, ${momentText(moment)}`}</Fact>
          ))}
          {offer.keptBack > 0 && (
            <Fact label="Kept Back">
              <Money amount={offer.keptBack} />
            </Fact>
          )}
          <Fact label="You Receive">
            <Money amount={offer.received} />
          </Fact>
          <Fact label="Interest">{`${interestRateText(loan.interest_rate, loan.interest_kind)}, ${formatNaira(loan.interest_amount)}`}</Fact>
          <Fact label="You Pay In All">
            <Money amount={offer.paid} />
          </Fact>
          <Fact label="Installments">{`${pluralize(terms.times, `${terms.period} installment`)} of ${formatNaira(loan.instalment_amount)}`}</Fact>
          <Fact label="Yearly Rate">{offer.yearlyRate}</Fact>
          <Fact label="Penalty">{penaltyTermsText(loan)}</Fact>
          <Fact label="If You Pay Early">{`You owe ${settlementLabels[loan.settlement].toLowerCase()}`}</Fact>
          {loan.security && (
            <Fact label="Security">{`${formatNaira(loan.security.wanted)} of savings wallet ${loan.security.reference} until the loan is paid`}</Fact>
          )}
          {loan.disbursed_date && <Fact label="Paid Out">{showDate(loan.disbursed_date)}</Fact>}
        </Facts>
      </Card>
      {loan.schedule.length > 0 ? (
        <Schedule schedule={loan.schedule} />
      ) : (
        calendar && (
          <Card title="Schedule if it is paid out today">
            <PlannedSchedule plan={instalmentPlan(terms, today(), calendar)} />
          </Card>
        )
      )}
      <OnPaper>
        <Box sx={{ display: 'flex', gap: 6, mt: 8 }}>
          <Signature label="Customer" />
          <Signature label="For the business" />
        </Box>
      </OnPaper>
    </>
  )
}

const Signature = ({ label }: { label: string }) => (
  <Box sx={{ flex: 1, borderTop: 1, pt: 0.5 }}>{`${label} (name and signature)`}</Box>
)
