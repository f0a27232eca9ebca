import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { importNouns, type ImportNoun } from '#contract/calls/imports'
import { importFileNames } from '#domain/import/nouns'
import { templateOf } from '#domain/import/template'
import { downloadBlob } from '#transport/saveFile'
import { nounTitles } from '../nouns'

/** A file for each noun with its columns and an example, made in the browser. */
export const Templates = () => (
  <>
    <p>
      One file each, as .csv or .xlsx, with its columns by name in any order. Leave out what the business does
      not have. Replace the example by your rows.
    </p>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {importNouns.map((noun) => (
        <Button key={noun} variant="outlined" onClick={() => save(noun)}>
          {nounTitles[noun]}
        </Button>
      ))}
    </Box>
  </>
)

const save = (noun: ImportNoun) =>
  downloadBlob(
    new Blob([templateOf(noun)], { type: 'text/csv;charset=utf-8' }),
    `${importFileNames[noun]}.csv`,
  )
