import Box from '@mui/material/Box'
import { calls } from '#contract/index'
import { BackLink, useRouteState } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { Ready } from '#ui/feedback/Ready'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Screen } from '#ui/layout/Screen'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { OtherLoans } from '../applications/OtherLoans'
import { RepaymentRecord } from '../applications/RepaymentRecord'
import { SavedWeeks } from '../applications/SavedWeeks'
import { LoanForm } from './LoanForm'

/** A customer's application for a loan, with what is known of the customer. */
export default function LoanCreate() {
  const { user_id } = useRouteState('loanCreate')
  const submit = useSubmit(calls.loans.createLoan)
  const applicant = useCall(calls.loans.getLoanApplicant, { customer_id: user_id }, enabledUntilDone(submit))
  return (
    <Screen actions={<BackLink to="customers">Back to customers</BackLink>}>
      <Ready query={applicant}>
        {({ data: one }) => (
          <>
            <CardGrid least={320}>
              <Card title={one.customer_name}>
                <Facts>
                  <Fact label="Reference">{one.customer_reference}</Fact>
                  <Fact label="Phone">{one.phone}</Fact>
                  <Fact label="Assigned Agent">{one.agentName}</Fact>
                  <Fact label="Main Wallet">
                    <Money amount={one.main_wallet_balance} />
                  </Fact>
                  {one.savings.map(({ code, type, balance }) => (
                    <Fact key={code} label={`${type} ${code}`}>
                      <Money amount={balance} />
                    </Fact>
                  ))}
                </Facts>
              </Card>
              <SavedWeeks weeks={one.saved_weeks} />
              <Box sx={{ display: { xs: 'contents', lg: 'grid' }, gap: 2, alignContent: 'start' }}>
                <RepaymentRecord record={one.repayment_record} />
                <OtherLoans loans={one.other_loans} />
              </Box>
            </CardGrid>
            <LoanForm applicant={one} submit={submit} />
          </>
        )}
      </Ready>
    </Screen>
  )
}
