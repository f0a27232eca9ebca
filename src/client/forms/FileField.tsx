import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import LinearProgress from '@mui/material/LinearProgress'
import { useId, useRef } from 'react'
import type * as v from 'valibot'
import { failureText, isRefusal } from '#contract/problems'
import { uploadTypes } from '#contract/uploads'
import { type UploadState, useUpload } from '#api/changes/useUpload'
import type { Fields } from '#ui/form/useFields'

type Props<E extends v.ObjectEntries> = { fields: Fields<E>; name: keyof E & string; label: string }

/** A field whose value is the id of a file, which is uploaded as soon as it is chosen. */
export function FileField<E extends v.ObjectEntries>({ fields, name, label }: Props<E>) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { state, choose, retry, remove } = useUpload((uploaded) => fields.set(name, uploaded))
  const error = state.kind === 'failed' ? failureText(state.problem) : fields.errors[name]
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 0.5 }}>
      <Box id={id} sx={{ fontWeight: 600, fontSize: 14 }}>
        {label}
      </Box>
      <input
        ref={input}
        type="file"
        hidden
        accept={uploadTypes.join(',')}
        onChange={({ target }) => {
          choose(target.files?.[0])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          name={name}
          variant="outlined"
          aria-describedby={`${id}-note`}
          onClick={() => input.current?.click()}
        >
          {`${state.kind === 'empty' ? 'Choose' : 'Replace'} ${label}`}
        </Button>
        {state.kind === 'failed' && !isRefusal(state.problem) && <Button onClick={retry}>Try again</Button>}
        {(state.kind === 'done' || state.kind === 'sending') && <Button onClick={remove}>Remove</Button>}
      </Box>
      {state.kind === 'sending' && (
        <LinearProgress
          variant="determinate"
          value={Math.round(state.part * 100)}
          aria-label={`Uploading ${state.name}`}
        />
      )}
      <FormHelperText
        id={`${id}-note`}
        error={error !== undefined}
        role="status"
        sx={{ m: 0, fontSize: 14, overflowWrap: 'anywhere' }}
      >
        {error ?? noteOf(state)}
      </FormHelperText>
    </Box>
  )
}

function noteOf(state: UploadState) {
  if (state.kind === 'sending') return `Uploading ${state.name}: ${Math.round(state.part * 100)}%`
  return state.kind === 'done' ? `${state.name} is uploaded.` : 'PNG, JPEG or PDF, at most 10 MB'
}
