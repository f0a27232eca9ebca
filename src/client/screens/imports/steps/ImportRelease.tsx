import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { ImportStep } from './ImportStep'

export default function ImportRelease() {
  const { import_id: id } = useRouteState('importRelease')
  return (
    <ImportStep
      id={id}
      call={calls.imports.releaseImport}
      actionLabel="Release Import"
      note="All of it is moved into the books by opening balances, or nothing. The ledger is verified before it counts. It can be undone as a whole until the first movement on anything of it."
      against={({ state, against }) =>
        state === 'ready' ? (against ?? undefined) : 'Its control totals must agree before it is released.'
      }
    />
  )
}
