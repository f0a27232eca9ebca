import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Fragment, useState } from 'react'
import { type ImportCase, type ImportFault, type ImportNoun, shownFaults } from '#contract/calls/imports'
import { calls } from '#contract/index'
import { importFileNames } from '#domain/import/nouns'
import { pluralize } from '#domain/money/figures'
import type { FileForm } from '#contract/values'
import { toastProblem } from '#auth/queryClient'
import { ExcelButton } from '#lists/export/ExcelButton'
import { saveFile } from '#transport/saveFile'
import { Card } from '#ui/layout/Card'
import { CardTable, type CardColumn } from '#ui/table/cards/CardTable'
import { nounTitles } from '../nouns'

const columns: CardColumn<ImportFault>[] = [
  { header: 'Content', cell: ({ noun }) => nounTitles[noun] },
  { header: 'File', cell: ({ file }) => <span style={{ overflowWrap: 'break-word' }}>{file}</span> },
  { header: 'Line', cell: ({ line }) => line, isNumber: true },
  { header: 'Column', cell: ({ column }) => column, isMinor: true },
  { header: 'Reason', cell: ({ reason }) => reason },
]

/** The first faults, and a file of all of them for each noun, to be mended and added again. */
export function FaultsCard({ importJob: { id, faulty, faults } }: { importJob: ImportCase }) {
  const [busy, setBusy] = useState<ImportNoun>()
  const save = async (noun: ImportNoun, form: FileForm) => {
    setBusy(noun)
    const { signal } = new AbortController()
    const name = `faults-${importFileNames[noun]}.${form}`
    const saved = await saveFile(calls.imports.getImportFaults, { id, noun, form }, name, { signal })
    setBusy(undefined)
    if (saved.kind === 'failed') toastProblem(saved.problem)
  }
  return (
    <Card title="Faults">
      <p>
        Mend the rows in these files, delete those that are not needed, and add them: each replaces the faulty
        rows of its kind, if it keeps its columns Line and Reason.
      </p>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
        {faulty.map(({ noun, rows }) => (
          <Fragment key={noun}>
            <Button variant="outlined" disabled={busy === noun} onClick={() => void save(noun, 'csv')}>
              {`${nounTitles[noun]}: ${pluralize(rows, 'row')} (CSV)`}
            </Button>
            <ExcelButton
              subject={nounTitles[noun]}
              disabled={busy === noun}
              onClick={() => void save(noun, 'xlsx')}
            />
          </Fragment>
        ))}
      </Box>
      <CardTable
        label="Faults"
        columns={columns}
        rows={faults}
        keyOf={({ noun, file, line, column, reason }) => [noun, file, line, column, reason].join('|')}
      />
      {faults.length >= shownFaults && (
        <p>{`The first ${shownFaults} faults are shown; the files have all.`}</p>
      )}
    </Card>
  )
}
