import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { ImportStep } from './ImportStep'

export default function ImportUndo() {
  const { import_id: id } = useRouteState('importUndo')
  return (
    <ImportStep
      id={id}
      call={calls.imports.undoImport}
      actionLabel="Undo Import"
      danger
      note="Every opening balance is reversed, its customers and agents are deleted, wallets closed and loans reversed. Market days and types stay. Once anything of it has moved, it can no longer be undone."
      against={({ state }) => (state === 'released' ? undefined : 'Only a released import can be undone.')}
    />
  )
}
