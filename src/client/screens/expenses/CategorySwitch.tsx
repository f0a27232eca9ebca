import { calls } from '#contract/index'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import { enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { Decision } from '#forms/Decision'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { Fact } from '#ui/text/Facts'
import { StatusChip } from '#ui/text/StatusChip'

const { getExpenseCategories, switchExpenseCategory } = calls.expenses

/** Switches a category of expenses off or on. */
export default function CategorySwitch() {
  const { category_id: id } = useRouteState('expenseCategorySwitch')
  const go = useGo()
  const submit = useSubmit(switchExpenseCategory)
  const category = selectById(useCall(getExpenseCategories, {}, enabledUntilDone(submit)), id)
  return (
    <Screen actions={<BackLink to="expenseCategories">Back to categories</BackLink>}>
      <Ready query={category}>
        {({ name, code, status }) => {
          const isOn = status === 'active'
          return (
            <Decision
              call={switchExpenseCategory}
              submit={submit}
              onPress={() =>
                submit.mutate(
                  { id, status: isOn ? 'inactive' : 'active' },
                  { about: { name }, onSuccess: () => go('expenseCategories') },
                )
              }
              actionLabel={isOn ? 'Switch Off Category' : 'Switch On Category'}
              note={
                isOn
                  ? 'Once it is off, no new expense can be requested in it. Its expenses stay.'
                  : 'Once it is on, expenses can be requested in it again.'
              }
              danger={isOn}
            >
              <Fact label="Name">{name}</Fact>
              <Fact label="Code">{code}</Fact>
              <Fact label="Status">
                <StatusChip status={status} />
              </Fact>
            </Decision>
          )
        }}
      </Ready>
    </Screen>
  )
}
