import { BackLink, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Screen } from '#ui/layout/Screen'
import { FilesForm } from './FilesForm'
import { Templates } from './Templates'
import { useImport } from './useImport'

/** Adds files to an import and begins a dry run. */
export default function ImportFiles() {
  const { import_id: id } = useRouteState('importFiles')
  return (
    <Screen
      note="A dry run reads the files and compares all rows with each other and with what is there. It puts nothing into the books."
      actions={
        <BackLink to="importDetails" state={{ import_id: id }}>
          {`Back to import ${id}`}
        </BackLink>
      }
    >
      <Ready of={useImport(id)}>
        {({ data }) => (
          <CardGrid least={420}>
            <FilesForm of={data} />
            <Card title="Templates">
              <Templates />
            </Card>
          </CardGrid>
        )}
      </Ready>
    </Screen>
  )
}
