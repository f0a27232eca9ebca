import Box from '@mui/material/Box'
import type { LoanStep } from '#contract/calls/loanRows'
import { showDateTime } from '#domain/time/lagos'
import { formatRate } from '#domain/money/rates'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'

type Props = { steps: readonly LoanStep[]; title?: string; narrow?: boolean }

/** The steps of an application, oldest first. */
export const LoanStepsCard = ({ steps, title = 'History of this application', narrow = false }: Props) => (
  <Card title={title} narrow={narrow}>
    <Facts>
      {steps.map((step) => (
        <Fact key={`${step.kind} ${step.rate} ${step.at}`} label={showDateTime(step.at)}>
          {titleOf(step)}
          <Box sx={{ fontWeight: 400 }}>{`by ${step.by}`}</Box>
          {step.comment && <Box sx={{ fontWeight: 400 }}>“{step.comment}”</Box>}
        </Fact>
      ))}
    </Facts>
  </Card>
)

function titleOf({ kind, rate, rate_before: before, withdrawn }: LoanStep) {
  if (kind === 'applied') return `Application at ${formatRate(rate)} interest`
  if (kind === 'rate' && before !== null)
    return `Interest changed from ${formatRate(before)} to ${formatRate(rate)}`
  if (kind === 'second-approval') return `Second approval at ${formatRate(rate)}, paid out`
  if (kind === 'rejected') return 'Rejected'
  return withdrawn
    ? `First approval at ${formatRate(rate)}, withdrawn`
    : `First approval at ${formatRate(rate)}`
}
