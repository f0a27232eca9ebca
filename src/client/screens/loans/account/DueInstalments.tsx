import { type DueInstalment, dueInstalmentColumns, dueStates } from '#contract/calls/loanAccounts'
import { calls } from '#contract/index'
import { pluralize } from '#domain/money/figures'
import { useWholeList } from '#api/paging/useWholeList'
import { useCall } from '#api/useCall'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toLoanAccount, toRepayment } from '#lists/rows/rowLinks'
import { BackLink, useListPlace, useOffers, useRouteState } from '#routing/navigation'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { DataTable } from '#ui/table/DataTable'
import { Age } from '#ui/text/Age'

const { getDueInstalments } = calls.loans

/** What a customer has to pay by today, installment by installment: late, due today, or both. */
export default function DueInstalments() {
  const { user_id, loan_id } = useRouteState('dueInstalments')
  const place = useListPlace()
  const offers = useOffers()
  const due = dueStates.find((state) => state === place.filters.due)
  const found = useCall(getDueInstalments, {
    customer_id: user_id,
    ...(loan_id !== undefined && { loan_id }),
    ...(due && { due }),
  })
  const rows = found.data?.data
  const rowTools = useRowActions(actionsOf, ['loanRepayment', 'loanAccount'])
  return (
    <Screen
      note="Installments that are late or due today, with what is open of them."
      fill
      about={
        <>
          <span>
            {[due && titles[due], rows && pluralize(rows.length, 'installment')].filter(Boolean).join(', ')}
          </span>
          <Age updatedAt={found.dataUpdatedAt} />
        </>
      }
      actions={
        <>
          {loan_id !== undefined ? (
            <BackLink to="loanAccount" state={{ loan_id }}>
              Back to loan
            </BackLink>
          ) : offers('customerDetails') ? (
            <BackLink to="customerDetails" state={{ user_id }}>
              Back to customer
            </BackLink>
          ) : null}
          <PrintButton />
        </>
      }
    >
      <DataTable
        list={useWholeList(getDueInstalments, found, rows, place)}
        name="dueInstalments"
        columns={dueInstalmentColumns}
        empty="No installment is due"
        {...rowTools}
      />
    </Screen>
  )
}

const titles = { late: 'Late', today: 'Due today' }

const actionsOf = ({ loan_id, loan_reference, number }: DueInstalment): RowOffer => ({
  name: `Installment ${number} of ${loan_reference}`,
  actions: [toRepayment({ id: loan_id, loan_status: 'active' }), toLoanAccount(loan_id, 'Loan')],
})
