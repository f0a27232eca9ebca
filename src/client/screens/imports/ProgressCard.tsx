import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import type { ImportCase } from '#contract/calls/imports'
import { calls } from '#contract/index'
import { progressText } from '#domain/import/progress'
import { useSubmit } from '#api/changes/useSubmit'
import { ChangeButton } from '#forms/ChangeButton'
import { Card } from '#ui/layout/Card'
import { importName } from './useImport'

const { stopImport } = calls.imports
const titles: Partial<Record<ImportCase['state'], string>> = {
  checking: 'Dry run',
  releasing: 'Release',
  undoing: 'Undoing',
}

type Props = { importJob: ImportCase; progress: NonNullable<ImportCase['progress']> }

/** What runs on the server, with rate and time left, from wherever it was started. */
export function ProgressCard({ importJob, progress }: Props) {
  const submit = useSubmit(stopImport)
  const { done, total } = progress
  const isKnown = total > 0
  const stop = () => submit.mutate({ id: importJob.id }, { about: { name: importName(importJob) } })
  return (
    <Card title={titles[importJob.state] ?? 'Import'}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <LinearProgress
          aria-label={titles[importJob.state] ?? 'Import'}
          variant={isKnown ? 'determinate' : 'indeterminate'}
          {...(isKnown && { value: Math.min(100, Math.round((done * 100) / total)) })}
        />
        <div role="status">{progressText(progress)}</div>
        <div>It goes on without this screen. Stopped, nothing is changed.</div>
        <ChangeButton call={stopImport} busy={submit.isPending} onPress={stop}>
          Stop
        </ChangeButton>
      </Box>
    </Card>
  )
}
