import Box from '@mui/material/Box'
import { BackLink, useRouteState } from '#routing/navigation'
import { RowActions } from '#lists/rows/RowActions'
import { toAgent, toCustomer, toLoan, toRepayment } from '#lists/rows/rowLinks'
import { Ready } from '#ui/feedback/Ready'
import { CardGrid } from '#ui/layout/CardGrid'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { Age } from '#ui/text/Age'
import { Guarantors } from '../applications/Guarantors'
import { LoanHistoryCard } from '../applications/LoanHistoryCard'
import { LoanSummary } from '../applications/LoanSummary'
import { Movements } from './Movements'
import { Owed } from './Owed'
import { Schedule } from './Schedule'
import { useLoanAccount } from './useLoanAccount'

/** One loan: its terms, what is owed, its schedule, movements, decisions and guarantors. */
export default function LoanAccount() {
  const { loan_id } = useRouteState('loanAccount')
  const account = useLoanAccount(loan_id)
  return (
    <Screen
      about={<Age of={account.dataUpdatedAt} />}
      actions={
        <>
          <BackLink to="loanPortfolio">Back to loan portfolio</BackLink>
          <PrintButton />
        </>
      }
    >
      <Ready of={account}>
        {(loan) => (
          <>
            <Box sx={{ '& .row-actions': { flexWrap: 'wrap' } }}>
              <RowActions
                of={loan.reference}
                room={4}
                actions={[
                  toRepayment(loan),
                  loan.disbursed_date !== null && toLoan(loan.id, loan.reference, loan),
                  toCustomer(loan.user_id),
                  toAgent(loan.agent_id),
                ]}
              />
            </Box>
            <CardGrid least={420}>
              <Owed of={loan} />
              <LoanSummary of={loan} />
            </CardGrid>
            <Schedule of={loan.schedule} />
            <Movements of={loan} />
            <CardGrid least={420}>
              <LoanHistoryCard title="Decisions" of={loan.history} />
              {loan.guarantors && <Guarantors of={loan.guarantors} />}
            </CardGrid>
          </>
        )}
      </Ready>
    </Screen>
  )
}
