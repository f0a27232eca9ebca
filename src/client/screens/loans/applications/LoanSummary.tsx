import Box from '@mui/material/Box'
import type { LoanFee } from '#contract/calls/feeRows'
import type { Loan, LoanSecurity, LoanStep } from '#contract/calls/loanRows'
import type { LoanTermRow } from '#contract/calls/loanTypes'
import type { BasisPoints } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { interestRateText, penaltyTermsText, settlementLabels, termsOfRow } from '#domain/money/loanTerms'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { StatusChip } from '#ui/text/StatusChip'
import { CostFacts } from '../fees/CostFacts'

type Terms = Loan &
  LoanTermRow & {
    penalty_rate: BasisPoints
    grace_days: number
    fees?: readonly LoanFee[] | undefined
    security?: LoanSecurity | null | undefined
    first_approval_comment?: string | null
    history?: readonly LoanStep[]
  }

/** The loan, its cost, and its first approval. */
export const LoanSummary = ({ loan }: { loan: Terms }) => (
  <Card title="Loan" as="term">
    <Facts>
      <Fact label="Amount">
        <Box component="span" sx={{ fontSize: 20, fontWeight: 700 }}>
          <Money amount={loan.amount} />
        </Box>
      </Fact>
      <Fact label="Reference">{loan.reference}</Fact>
      <Fact label="Customer Name">{loan.customer}</Fact>
      <Fact label="Phone">{loan.customer_phone}</Fact>
      <Fact label="Loan Type">{loan.loan_type_name}</Fact>
      <Fact label="Interest">{`${interestRateText(loan.interest_rate, loan.interest_kind)}, ${formatNaira(loan.interest_amount)}`}</Fact>
      <Fact label="Total Payable">{`${formatNaira(loan.total_payable)} in ${planText(loan)}`}</Fact>
      <CostFacts terms={termsOfRow(loan)} fees={loan.fees ?? []} totalPayable={loan.total_payable} />
      <Fact label="Penalty">{penaltyTermsText(loan)}</Fact>
      {loan.settlement === 'accrued' && (
        <Fact label="Settled Early">{settlementLabels[loan.settlement]}</Fact>
      )}
      {loan.security && <Fact label="Security">{securityText(loan.security)}</Fact>}
      {loan.least_guarantors > 0 && <Fact label="Least Guarantors">{loan.least_guarantors}</Fact>}
      <Fact label="Purpose">{loan.description}</Fact>
      <Fact label="Agent Name">{loan.agentName}</Fact>
      {loan.history && (
        <Fact label="Entered By">{loan.history.find(({ kind }) => kind === 'applied')?.by}</Fact>
      )}
      <Fact label="Created">{showDateTime(loan.created_at)}</Fact>
      <Fact label="Application Status">
        <StatusChip status={loan.application_status} />
      </Fact>
      {loan.first_approval_name && (
        <Fact label="First Approval">
          {`${loan.first_approval_name}, ${showDateTime(loan.first_approval_date)}`}
          {loan.first_approval_comment && <Box sx={{ fontWeight: 400 }}>“{loan.first_approval_comment}”</Box>}
        </Fact>
      )}
    </Facts>
  </Card>
)

const securityText = ({ reference, wanted, held }: LoanSecurity) =>
  `${formatNaira(wanted)} of savings wallet ${reference}${held > 0 ? `, ${formatNaira(held)} held` : ''}`

const planText = ({ instalment_times, instalment_period, instalment_amount }: Loan) =>
  instalment_times === 1
    ? `1 ${instalment_period} installment`
    : `${instalment_times} ${instalment_period} installments of ${formatNaira(instalment_amount)}`
