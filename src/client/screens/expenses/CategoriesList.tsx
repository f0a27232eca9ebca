import { type ExpenseCategory, expenseCategoryColumns } from '#contract/calls/expenses'
import { calls } from '#contract/index'
import { useWholeList } from '#api/paging/useWholeList'
import { useCall } from '#api/useCall'
import { FirstOne } from '#lists/FirstOne'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { LinkButton, useListPlace } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { DataTable } from '#ui/table/DataTable'
import { Age } from '#ui/text/Age'

const { getExpenseCategories } = calls.expenses

/** What the business spends on; each category is a line of the books. */
export default function CategoriesList() {
  const place = useListPlace()
  const categories = useCall(getExpenseCategories, {})
  const rowTools = useRowActions(actionsOf, ['expenseCategorySwitch'])
  return (
    <Screen
      fill
      about={<Age updatedAt={categories.dataUpdatedAt} />}
      actions={
        <LinkButton to="expenseCategoryCreate" variant="contained">
          Create Category
        </LinkButton>
      }
    >
      <DataTable
        list={useWholeList(getExpenseCategories, categories, categories.data?.data, place)}
        name="expenseCategories"
        columns={expenseCategoryColumns}
        empty="No category found"
        first={
          <FirstOne to="expenseCategoryCreate" link="Create the first category">
            Each category, such as rent or salaries, is a line of the books.
          </FirstOne>
        }
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ id, name, status }: ExpenseCategory): RowOffer => ({
  name,
  actions: [
    {
      label: status === 'active' ? 'Switch Off' : 'Switch On',
      to: 'expenseCategorySwitch',
      state: { category_id: id },
    },
  ],
})
