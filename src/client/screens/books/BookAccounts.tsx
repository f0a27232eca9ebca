import { type BookAccount, bookAccountColumns } from '#contract/calls/books'
import { calls } from '#contract/index'
import { useWholeList } from '#api/paging/useWholeList'
import { useCall } from '#api/useCall'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { useListPlace } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { DataTable } from '#ui/table/DataTable'
import { Age } from '#ui/text/Age'

const { getBookAccounts } = calls.books

/** The lines of the books with the codes and names that the business gives them. */
export default function BookAccounts() {
  const place = useListPlace()
  const accounts = useCall(getBookAccounts, {})
  const rowTools = useRowActions(actionsOf, ['bookAccountSet'])
  return (
    <Screen
      note="Codes and names of the lines of the books, as your accountant has them. The journal shows them."
      fill
      about={<Age updatedAt={accounts.dataUpdatedAt} />}
    >
      <DataTable
        list={useWholeList(getBookAccounts, accounts, accounts.data?.data, place)}
        name="bookAccounts"
        columns={bookAccountColumns}
        empty="No account found"
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ id, code, name }: BookAccount): RowOffer => ({
  name: `${code} ${name}`,
  actions: [{ label: 'Change Code and Name', to: 'bookAccountSet', state: { account_id: id } }],
})
