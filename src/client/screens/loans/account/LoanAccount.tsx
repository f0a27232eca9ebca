import Box from '@mui/material/Box'
import type { LoanAccount as Account } from '#contract/calls/loanAccounts'
import { loanChangeLabels } from '#contract/calls/loanChanges'
import { customerNameIn } from '#domain/customerName'
import { useOpened } from '#api/search/useOpened'
import { BackLink, useRouteState } from '#routing/navigation'
import { RowActions } from '#lists/rows/RowActions'
import {
  toAgent,
  toChanges,
  toCustomer,
  toLoan,
  toRecovery,
  toRepayment,
  toReversal,
  toSettlement,
} from '#lists/rows/rowLinks'
import { Ready } from '#ui/feedback/Ready'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { Age } from '#ui/text/Age'
import { Facts } from '#ui/text/Facts'
import { Guarantors } from '../applications/Guarantors'
import { LoanStepsCard } from '../applications/LoanStepsCard'
import { LoanSummary } from '../applications/LoanSummary'
import { LoanFees } from '../fees/LoanFees'
import { ChangeFacts } from './LoanChangeFacts'
import { Movements } from './Movements'
import { Owed } from './Owed'
import { Recoveries } from './Recoveries'
import { Schedule } from './Schedule'
import { useLoanAccount } from './useLoanAccount'

/** One loan: its terms, what is owed, its schedule, movements, decisions and guarantors. */
export default function LoanAccount() {
  const { loan_id } = useRouteState('loanAccount')
  const account = useLoanAccount(loan_id)
  const { data: loan } = account
  useOpened(
    'loans',
    loan && {
      id: loan.id,
      loan_id: loan.id,
      user_id: loan.user_id,
      title: loan.reference,
      detail: `${customerNameIn(loan)} · ${loan.loan_type_name}`,
      account_reference: loan.reference,
    },
  )
  return (
    <Screen
      about={<Age updatedAt={account.dataUpdatedAt} />}
      actions={
        <>
          <BackLink to="loanPortfolio">Back to loan portfolio</BackLink>
          <PrintButton />
        </>
      }
    >
      <Ready query={account}>
        {(loan) => (
          <>
            <Box sx={{ '& .row-actions': { flexWrap: 'wrap' } }}>
              <RowActions
                name={loan.reference}
                maxButtons={6}
                actions={[
                  toRepayment(loan),
                  toSettlement(loan),
                  toRecovery(loan),
                  { label: 'What The Customer Gets', to: 'loanOffer', state: { loan_id } },
                  ...(isUndecided(loan) ? [] : toChanges(loan)),
                  loan.disbursement !== null &&
                    toReversal({
                      reference: loan.disbursement,
                      reversed_by: loan.disbursement_reversed_by,
                      label: 'Reverse Disbursement',
                    }),
                  loan.disbursed_date !== null && toLoan(loan.id, loan.reference, loan, 'History'),
                  toCustomer(loan.user_id),
                  toAgent(loan.agent_id),
                ]}
              />
            </Box>
            <CardGrid least={420}>
              <Owed loan={loan} />
              <LoanSummary loan={loan} />
            </CardGrid>
            <LoanFees loan={loan} />
            <Schedule schedule={loan.schedule} />
            <Movements loan={loan} />
            <Recoveries loan={loan} />
            <CardGrid least={420}>
              <LoanStepsCard title="Decisions" steps={loan.history} />
              {loan.changes.map((change) => (
                <Card key={change.id} title={`${loanChangeLabels[change.kind]} ${change.reference}`}>
                  <Facts>
                    <ChangeFacts change={change} />
                  </Facts>
                </Card>
              ))}
              {loan.guarantors && <Guarantors guarantors={loan.guarantors} />}
            </CardGrid>
          </>
        )}
      </Ready>
    </Screen>
  )
}

const isUndecided = ({ changes }: Account) => changes.some(({ state }) => state < 2)
