import { type ExpenseCategory, ExpenseSource, expenseSourceLabels } from '#contract/calls/expenses'
import { calls } from '#contract/index'
import { formatNaira } from '#domain/money/kobo'
import { useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { ChangeForm } from '#forms/ChangeForm'
import { FileField } from '#forms/FileField'
import { FirstOne } from '#lists/FirstOne'
import { BackLink, useGo } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { parseAmount } from '#ui/form/parseAmount'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'
import { Text } from '#contract/values'

const { getExpenseCategories, requestExpense } = calls.expenses
// The slip can be left out.
const entries = { ...requestExpense.input.entries, slip: Text }
const blank = { category_id: '', amount: '', reason: '', paid_from: 'cash', slip: '' }
const sources = ExpenseSource.options.map((value) => ({ value, label: expenseSourceLabels[value] }))

export default function ExpenseCreate() {
  return (
    <Screen actions={<BackLink to="expenses">Back to expenses</BackLink>}>
      <Ready query={useCall(getExpenseCategories, {})} like="form">
        {({ data }) => {
          const offered = data.filter(({ status }) => status === 'active')
          return offered.length === 0 ? (
            <>
              <Empty>An expense needs a category, and none is active.</Empty>
              <FirstOne to="expenseCategoryCreate" link="Create a category">
                A category says what expenses are for, such as Rent.
              </FirstOne>
            </>
          ) : (
            <RequestForm categories={offered} />
          )
        }}
      </Ready>
    </Screen>
  )
}

function RequestForm({ categories }: { categories: readonly ExpenseCategory[] }) {
  const go = useGo()
  const submit = useSubmit(requestExpense)
  const fields = useFields(entries, blank)
  const amount = parseAmount(entries.amount, fields.values.amount)
  const send = () => {
    const { slip, ...body } = fields.body()
    submit.mutate(
      { ...body, ...(slip !== '' && { slip: Number(slip) }) },
      {
        onSuccess: () => {
          fields.reset()
          go('expenses')
        },
      },
    )
  }
  return (
    <ChangeForm
      fields={fields}
      call={requestExpense}
      submit={submit}
      onSubmit={send}
      actionLabel={amount ? `Request expense of ${formatNaira(amount)}` : 'Request Expense'}
    >
      <Field
        fields={fields}
        name="category_id"
        label="Category"
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Field fields={fields} name="amount" label="Amount" hint="In naira, such as 15,000.00" />
      <Field fields={fields} name="paid_from" label="Paid From" options={sources} />
      <Field fields={fields} name="reason" label="Reason" multiline />
      <FileField fields={fields} name="slip" label="Slip" />
      <div>
        It takes two approvals by other admins. Then it comes off the profit wallet. At the counter it is paid
        from the open till of who gives the second approval.
      </div>
    </ChangeForm>
  )
}
