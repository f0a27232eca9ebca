import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { useRef, useState } from 'react'
import type { ImportCase } from '#contract/calls/imports'
import { calls } from '#contract/index'
import { useSubmit } from '#api/changes/useSubmit'
import { ChangeForm } from '#forms/ChangeForm'
import { useGo } from '#routing/navigation'
import { TableChoice } from './TableChoice'
import { importName } from '../useImport'
import { useTables } from './useTables'

const { checkImport } = calls.imports

/** Chooses files and the content of each, and begins the dry run once all are uploaded. */
export function FilesForm({ importJob }: { importJob: ImportCase }) {
  const go = useGo()
  const submit = useSubmit(checkImport)
  const { tables, add, choose, retry, remove } = useTables()
  const [isChecked, setChecked] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const formRef = useRef<HTMLFormElement>(null)
  const faultOf = () => {
    if (tables.length === 0 && importJob.files.length === 0) return 'Choose a file.'
    if (tables.some(({ noun }) => noun === '')) return 'Choose the content of each file.'
    if (tables.some(({ parts }) => !parts))
      return 'Wait until all files are uploaded, or remove those that can’t be.'
    return undefined
  }
  const fault = isChecked ? faultOf() : undefined
  const checkAll = () => {
    setChecked(true)
    return faultOf() === undefined
  }
  const send = () => {
    const files = tables.flatMap(({ file, noun, parts }) =>
      noun !== '' && parts ? [{ noun, name: file.name.slice(0, 200), parts }] : [],
    )
    submit.mutate(
      { id: importJob.id, files },
      {
        about: { name: importName(importJob) },
        onSuccess: () => go('importDetails', { import_id: importJob.id }),
      },
    )
  }
  return (
    <ChangeForm
      title="Files"
      fields={{ dirty: tables.length > 0, formRef, checkAll }}
      call={checkImport}
      submit={submit}
      onSubmit={send}
      actionLabel={tables.length === 0 && importJob.files.length > 0 ? 'Run Again' : 'Start Dry Run'}
      disabledReason={importJob.progress ? 'This import is in progress.' : undefined}
      wide
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".csv,.txt,.xlsx"
        onChange={({ target }) => {
          setChecked(false)
          add([...(target.files ?? [])])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <Box>
        <Button
          variant="outlined"
          name="files"
          aria-describedby="files-note"
          onClick={() => input.current?.click()}
        >
          Choose Files
        </Button>
        <FormHelperText
          id="files-note"
          error={fault !== undefined}
          role="status"
          sx={{ mx: 0, fontSize: 14 }}
        >
          {fault ??
            'CSV or .xlsx, several at once, at most 200 MB each. The name of a file tells its content.'}
        </FormHelperText>
      </Box>
      {tables.map((table) => (
        <TableChoice
          key={table.key}
          table={table}
          onChoose={(noun) => choose(table.key, noun)}
          onRetry={() => retry(table)}
          onRemove={() => remove(table.key)}
        />
      ))}
    </ChangeForm>
  )
}
