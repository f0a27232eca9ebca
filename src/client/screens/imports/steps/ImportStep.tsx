import type { NamedWrite } from '#contract/call'
import type { ImportCase } from '#contract/calls/imports'
import type { calls } from '#contract/index'
import { enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { Decision } from '#forms/Decision'
import { useGo } from '#routing/navigation'
import { showDate } from '#domain/time/lagos'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { Fact } from '#ui/text/Facts'
import { StatusChip } from '#ui/text/StatusChip'
import { BackToImport } from '../BackToImport'
import { TotalFacts } from '../ImportFacts'
import { importName, useImport } from '../useImport'

type Step = (typeof calls.imports)['releaseImport' | 'undoImport' | 'cancelImport']
type Props = {
  id: number
  call: Step & NamedWrite
  actionLabel: string
  note: string
  danger?: boolean
  /** Why it can't be done. */
  against: (one: ImportCase) => string | undefined
}

/** A step of an import as a whole: its totals, what the step does, and the button; then opens the import. */
export function ImportStep({ id, call, against, ...decision }: Props) {
  const go = useGo()
  const submit = useSubmit(call)
  const press = (one: ImportCase) =>
    submit.mutate(
      { id },
      { about: { name: importName(one) }, onSuccess: () => go('importDetails', { import_id: id }) },
    )
  return (
    <Screen actions={<BackToImport id={id} />}>
      <Ready query={useImport(id, enabledUntilDone(submit))}>
        {({ data: one }) => (
          <Decision
            call={call}
            submit={submit}
            onPress={() => press(one)}
            disabledReason={against(one)}
            {...decision}
          >
            <Fact label="Import">{String(id)}</Fact>
            <Fact label="State">
              <StatusChip status={one.state} />
            </Fact>
            <Fact label="Cut-over Day">{showDate(one.cut_over_day)}</Fact>
            <Fact label="Created By">{one.created_by_name}</Fact>
            {one.totals && <TotalFacts totals={one.totals} />}
          </Decision>
        )}
      </Ready>
    </Screen>
  )
}
