import { useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Screen } from '#ui/layout/Screen'
import { BackToImport } from '../BackToImport'
import { FilesForm } from './FilesForm'
import { Templates } from './Templates'
import { useImport } from '../useImport'

/** Adds files to an import and begins a dry run. */
export default function ImportFiles() {
  const { import_id: id } = useRouteState('importFiles')
  return (
    <Screen
      note="A dry run reads the files and compares all rows with each other and with what is there. It puts nothing into the books."
      actions={<BackToImport id={id} />}
    >
      <Ready query={useImport(id)}>
        {({ data }) => (
          <CardGrid least={420}>
            <FilesForm importJob={data} />
            <Card title="Templates">
              <Templates />
            </Card>
          </CardGrid>
        )}
      </Ready>
    </Screen>
  )
}
