import { calls } from '#contract/index'
import { type LoanType, loanTypeColumns } from '#contract/calls/loanTypes'
import { FirstOne } from '#lists/FirstOne'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { LinkButton, useListPlace } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/paging/useWholeList'
import { Age } from '#ui/text/Age'
import { DataTable } from '#ui/table/DataTable'
import { Screen } from '#ui/layout/Screen'

const { getLoanType } = calls.loans
/** rules.md, "Pages". */
const sizes = [10]

export default function LoanTypes() {
  const types = useCall(getLoanType, {})
  const list = useWholeList(
    getLoanType,
    types,
    types.data?.data.map((type) => ({ ...type, offered: type.periods.join(', ') })),
    useListPlace(),
    sizes,
  )
  const rowTools = useRowActions(actionsOf, [
    'loanTypeUpdate',
    'loanTypeTerms',
    'loanTypeOff',
    'loanTypeOn',
    'loanTypeChanges',
  ])
  return (
    <Screen
      fill
      about={<Age updatedAt={types.dataUpdatedAt} />}
      actions={
        <LinkButton to="loanTypeCreate" variant="contained">
          Create Loan Type
        </LinkButton>
      }
    >
      <DataTable
        list={list}
        name="loanTypes"
        columns={loanTypeColumns}
        empty="No loan type found"
        first={
          <FirstOne to="loanTypeCreate" link="Create the first loan type">
            Loans are applied for under a type, with its rate, penalty and periods.
          </FirstOne>
        }
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ id, name, status }: LoanType): RowOffer => ({
  name,
  actions: [
    { label: 'Update', to: 'loanTypeUpdate', state: { loan_type_id: id } },
    { label: 'Terms', to: 'loanTypeTerms', state: { loan_type_id: id } },
    status === 'active'
      ? { label: 'Switch Off', to: 'loanTypeOff', state: { loan_type_id: id } }
      : { label: 'Switch On', to: 'loanTypeOn', state: { loan_type_id: id } },
    { label: 'History', to: 'loanTypeChanges', state: { loan_type_id: id, name }, isAside: true },
  ],
})
