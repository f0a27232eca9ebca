import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId, useRef, useState } from 'react'
import type { BodyOf, Call } from '#contract/call'
import { formatCount } from '#domain/money/figures'
import { useConnection } from '#api/useConnection'
import { toastProblem } from '#auth/queryClient'
import { saveFile } from '#transport/saveFile'
import { tell } from './useListExport'

type Props<C extends Call> = {
  call: C
  body: BodyOf<C>
  /** Of the file. */
  name: string
  label: string
  variant?: 'contained' | 'outlined'
}

/** Downloads the file of a call: shows how much has come, and can be cancelled. */
export function FileButton<C extends Call>({ call, body, name, label, variant = 'contained' }: Props<C>) {
  const { online } = useConnection()
  const noteId = useId()
  const [bytes, setBytes] = useState<number>()
  const abort = useRef<AbortController | undefined>(undefined)
  const start = async () => {
    setBytes(0)
    abort.current = new AbortController()
    const { signal } = abort.current
    const saved = await saveFile(call, body, name, { signal, onBytes: setBytes })
    setBytes(undefined)
    if (saved.kind === 'saved') tell('success', `${name} downloaded successfully.`)
    else if (saved.kind === 'cancelled') tell('info', 'Download cancelled.')
    else toastProblem(saved.problem)
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      {bytes === undefined ? (
        <Button
          variant={variant}
          disabled={!online}
          aria-describedby={online ? undefined : noteId}
          onClick={() => void start()}
        >
          {label}
        </Button>
      ) : (
        <Button variant="outlined" onClick={() => abort.current?.abort()}>
          {`Cancel download (${formatCount(Math.round(bytes / 1024))} kB)`}
        </Button>
      )}
      {!online && (
        <Box id={noteId} sx={{ color: 'text.secondary' }}>
          The export needs a connection.
        </Box>
      )}
    </Box>
  )
}
