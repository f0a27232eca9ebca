import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ImportCase } from '#contract/calls/imports'
import { markAllStale } from '#api/changes/markStale'
import { BackLink, LinkButton, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Card } from '#ui/layout/Card'
import { CardGrid } from '#ui/layout/CardGrid'
import { Screen } from '#ui/layout/Screen'
import { Age } from '#ui/text/Age'
import { Facts } from '#ui/text/Facts'
import { DatesCard } from './files/DatesCard'
import { FaultsCard } from './files/FaultsCard'
import { FilesCard } from './files/FilesCard'
import { ImportFacts, TotalFacts } from './ImportFacts'
import { ProgressCard } from './ProgressCard'
import { useImport } from './useImport'

/** One import: what runs, its state, files, totals and faults, and what can be done next. */
export default function ImportDetails() {
  const { import_id: id } = useRouteState('importDetails')
  const found = useImport(id)
  useAllStaleOnceDone(found.data?.data.state)
  return (
    <Screen
      about={<Age updatedAt={found.dataUpdatedAt} />}
      actions={<BackLink to="imports">Back to imports</BackLink>}
    >
      <Ready query={found}>
        {({ data: one }) => (
          <>
            {one.progress && <ProgressCard importJob={one} progress={one.progress} />}
            {one.failure && (
              <Alert severity="error" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {one.failure}
              </Alert>
            )}
            {!one.progress && <Next importJob={one} />}
            {!one.progress &&
              one.questions.map((question) => (
                <DatesCard key={question.id} importJob={one} question={question} />
              ))}
            <NextSteps importJob={one} />
            {one.faulty.length > 0 && !isOutdated(one) && <FaultsCard importJob={one} />}
            <CardGrid least={340}>
              <Card title="State">
                <ImportFacts importJob={one} />
              </Card>
              {one.totals && !isOutdated(one) && (
                <Card title="Totals of the files">
                  <Facts>
                    <TotalFacts totals={one.totals} />
                  </Facts>
                </Card>
              )}
            </CardGrid>
            {one.files.length > 0 && <FilesCard files={one.files} />}
          </>
        )}
      </Ready>
    </Screen>
  )
}

/** Faults and totals are of the dry run before. */
const isOutdated = ({ state }: ImportCase) => state === 'checking'

/** What may be done in the state. With the data: above, it would move what is below when it arrives. */
function NextSteps({ importJob: { id, state } }: { importJob: ImportCase }) {
  const at = { import_id: id }
  const isOpen = state === 'open' || state === 'checked' || state === 'ready'
  return (
    <Box
      className="screen-only"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:empty': { display: 'none' } }}
    >
      {state === 'ready' && (
        <LinkButton to="importRelease" state={at} variant="contained">
          Release
        </LinkButton>
      )}
      {state === 'checked' && (
        <LinkButton to="importTotals" state={at} variant="contained">
          Enter Control Totals
        </LinkButton>
      )}
      {isOpen && (
        <LinkButton to="importFiles" state={at} variant={state === 'open' ? 'contained' : 'outlined'}>
          Add Files
        </LinkButton>
      )}
      {(isOpen || state === 'checking' || state === 'releasing') && (
        <LinkButton to="importCancel" state={at}>
          Cancel Import
        </LinkButton>
      )}
      {state === 'released' && (
        <LinkButton to="importUndo" state={at}>
          Undo
        </LinkButton>
      )}
    </Box>
  )
}

const Next = ({ importJob }: { importJob: ImportCase }) => {
  const { severity, text } = nextOf(importJob)
  return (
    <Alert severity={severity} role="status">
      {text}
    </Alert>
  )
}

type NextStep = { severity: 'info' | 'success' | 'warning'; text: string }

/** Where an import is on its way, in a sentence. */
function nextOf({ state, files, questions, faulty, against }: ImportCase): NextStep {
  switch (state) {
    case 'open':
      if (questions.length > 0)
        return {
          severity: 'warning',
          text: 'Say how the dates of a file are written. Nothing is in the books yet.',
        }
      if (files.length === 0)
        return { severity: 'info', text: 'Add the files of the old books. Nothing is in the books yet.' }
      return faulty.length > 0
        ? {
            severity: 'warning',
            text: 'Rows have faults. Download them, mend them, and add the mended files. Nothing is in the books yet.',
          }
        : { severity: 'info', text: 'Run it again, or add more files. Nothing is in the books yet.' }
    case 'checked':
      return {
        severity: 'success',
        text: 'No faults. Enter the control totals of the old books next. Nothing is in the books yet.',
      }
    case 'ready':
      return {
        severity: against ? 'info' : 'success',
        text: against ?? 'The control totals agree: it can be released.',
      }
    case 'released':
      return {
        severity: 'success',
        text: 'It is in the books. It can be undone as a whole until the first movement on anything of it.',
      }
    case 'undone':
      return { severity: 'info', text: 'It was taken out of the books as a whole.' }
    default:
      return { severity: 'info', text: 'It was cancelled. Nothing of it was in the books.' }
  }
}

/** Once a release or an undoing has ended, what other screens have shown is of before. */
function useAllStaleOnceDone(state: ImportCase['state'] | undefined) {
  const queries = useQueryClient()
  const before = useRef(state)
  useEffect(() => {
    const moved = before.current === 'releasing' || before.current === 'undoing'
    if (moved && (state === 'released' || state === 'undone')) void markAllStale(queries)
    before.current = state
  }, [queries, state])
}
