import { today as serverToday } from '#device/today'
import { calls } from '#contract/index'
import { showDate } from '#domain/time/lagos'
import { useSubmit } from '#api/changes/useSubmit'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo } from '#routing/navigation'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Card } from '#ui/layout/Card'
import { Screen } from '#ui/layout/Screen'
import { Templates } from './files/Templates'

const { createImport } = calls.imports

/** Begins an import by its cut-over day; its files come next. */
export default function ImportCreate() {
  const go = useGo()
  const submit = useSubmit(createImport)
  const today = serverToday()
  const fields = useFields(
    createImport.input.entries,
    { cut_over_day: today },
    {
      cut_over_day: ({ cut_over_day: day }) => (day > today ? 'The cut-over day has not come.' : undefined),
    },
  )
  const send = () =>
    submit.mutate(fields.body(), {
      about: { name: showDate(fields.values.cut_over_day) },
      onSuccess: ({ data }) => go('importFiles', { import_id: data.id }),
    })
  return (
    <Screen
      note="One import takes all books of one day. It is checked as often as you like before another admin releases it."
      actions={<BackLink to="imports">Back to imports</BackLink>}
    >
      <ChangeForm
        fields={fields}
        call={createImport}
        submit={submit}
        onSubmit={send}
        actionLabel="Start Import"
      >
        <Field
          fields={fields}
          name="cut_over_day"
          label="Cut-over Day"
          type="date"
          hint="The last day of the old books: the balances in the files are those at its end."
        />
      </ChangeForm>
      <Card title="Templates" narrow>
        <Templates />
      </Card>
    </Screen>
  )
}
