import Box from '@mui/material/Box'
import type { ImportCase, ImportQuestion } from '#contract/calls/imports'
import { calls } from '#contract/index'
import { dateIn } from '#domain/import/cells'
import { showDate } from '#domain/time/lagos'
import { useSubmit } from '#api/changes/useSubmit'
import { ChangeButton } from '#forms/ChangeButton'
import { Card } from '#ui/layout/Card'
import { importName } from '../useImport'

const { answerImportDates } = calls.imports
type Props = { importJob: ImportCase; question: ImportQuestion }

/** Asks what the dates of a file have first, where both fit, by one of them. */
export function DatesCard({ importJob, question }: Props) {
  const submit = useSubmit(answerImportDates)
  const { id: upload_id, name, column, line, text } = question
  const answer = (order: 'day' | 'month' | 'leave') =>
    submit.mutate({ id: importJob.id, upload_id, order }, { about: { name: importName(importJob) } })
  const button = (order: 'day' | 'month' | 'leave', label: string) => (
    <ChangeButton call={answerImportDates} busy={submit.isPending} onPress={() => answer(order)}>
      {label}
    </ChangeButton>
  )
  return (
    <Card title={`Dates of ${name}`}>
      <p>{`${column} in line ${line} is ${text}. No date of the file says whether the day or the month is first. Which day is it?`}</p>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {button('day', `${shown(text, 'day')}: day first`)}
        {button('month', `${shown(text, 'month')}: month first`)}
        {button('leave', 'Leave the file out')}
      </Box>
    </Card>
  )
}

function shown(text: string, order: 'day' | 'month') {
  const read = dateIn(text, order)
  return 'value' in read ? showDate(read.value) : text
}
