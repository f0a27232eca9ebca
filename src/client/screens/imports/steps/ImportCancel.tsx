import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { ImportStep } from './ImportStep'

export default function ImportCancel() {
  const { import_id: id } = useRouteState('importCancel')
  return (
    <ImportStep
      id={id}
      call={calls.imports.cancelImport}
      actionLabel="Cancel Import"
      danger
      note="The import ends, and what was read of its files is deleted. Nothing of it is in the books. The files can be added to another import."
      against={({ state }) =>
        ['open', 'checking', 'checked', 'ready', 'releasing'].includes(state)
          ? undefined
          : 'It is released or cancelled already.'
      }
    />
  )
}
