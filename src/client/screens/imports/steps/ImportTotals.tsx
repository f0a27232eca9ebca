import type { ImportCase } from '#contract/calls/imports'
import { calls } from '#contract/index'
import { controlNames, type ControlTotal, controlTotals, isSum } from '#domain/import/totals'
import { useSubmit } from '#api/changes/useSubmit'
import { ChangeForm } from '#forms/ChangeForm'
import { useGo, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Screen } from '#ui/layout/Screen'
import { Facts } from '#ui/text/Facts'
import { BackToImport } from '../BackToImport'
import { ImportFacts, TotalFacts } from '../ImportFacts'
import { importName, useImport } from '../useImport'

const { enterImportTotals } = calls.imports
const { id: _id, ...entries } = enterImportTotals.input.entries

/** Compares the control totals of the old books with those of the files, to the kobo. */
export default function ImportTotals() {
  const { import_id: id } = useRouteState('importTotals')
  return (
    <Screen
      note="Take them from the old books, not from the files. Nothing is released before they agree to the kobo."
      actions={<BackToImport id={id} />}
    >
      <Ready query={useImport(id)}>
        {({ data }) => (
          <CardGrid least={340}>
            <TotalsForm importJob={data} />
            <Card title="Totals of the files">
              {data.totals ? (
                <Facts>
                  <TotalFacts totals={data.totals} />
                </Facts>
              ) : (
                <ImportFacts importJob={data} />
              )}
            </Card>
          </CardGrid>
        )}
      </Ready>
    </Screen>
  )
}

const blank = Object.fromEntries(controlNames.map((name) => [name, ''])) as Record<ControlTotal, string>

function TotalsForm({ importJob }: { importJob: ImportCase }) {
  const go = useGo()
  const submit = useSubmit(enterImportTotals)
  const fields = useFields(entries, blank)
  const send = () =>
    submit.mutate(
      { ...fields.body(), id: importJob.id },
      {
        about: { name: importName(importJob) },
        onSuccess: () => go('importDetails', { import_id: importJob.id }),
      },
    )
  const canCompare = importJob.state === 'checked' || importJob.state === 'ready'
  return (
    <ChangeForm
      title="Control totals of the old books"
      fields={fields}
      call={enterImportTotals}
      submit={submit}
      onSubmit={send}
      actionLabel="Compare"
      disabledReason={canCompare ? undefined : 'It has faults or was not checked: run it again first.'}
      wide
    >
      {controlNames.map((name) => (
        <Field
          key={name}
          fields={fields}
          name={name}
          label={controlTotals[name]}
          inputMode="numeric"
          {...(isSum(name) && { hint: 'In naira, such as 4,500,000.00; 0 for none.' })}
        />
      ))}
    </ChangeForm>
  )
}
