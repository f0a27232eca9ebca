import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState, useSyncExternalStore } from 'react'
import { calls } from '#contract/index'
import { formatNaira } from '#domain/money/kobo'
import { useCall } from '#api/useCall'
import { Empty } from '#ui/feedback/Empty'
import { ListRow } from '#ui/layout/ListRow'
import { ListSearch } from '#ui/form/ListSearch'
import { Ready } from '#ui/feedback/Ready'
import { dueLines, type Sheet, type SheetLine } from './sheet'

type Props = { sheet: Sheet; agentId: number; day: string; onClose: (added?: SheetLine) => void }

/** Adds a customer of the agent who is not due on this day. */
export function AddCustomer({ sheet, agentId, day, onClose }: Props) {
  const [search, setSearch] = useState('')
  const body = { agent_id: agentId, day, search }
  const found = useCall(calls.collections.getCollectable, body, { enabled: search !== '' })
  const lines = useSyncExternalStore(sheet.subscribe, sheet.lines)
  const isOn = (line: SheetLine) => lines.some(({ key }) => key === line.key)
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={() => onClose()} aria-labelledby="add-title">
      <DialogTitle id="add-title">Add a customer of this agent</DialogTitle>
      <DialogContent sx={{ minHeight: 260 }}>
        <Box sx={{ pt: 0.5 }}>
          <ListSearch
            value={search}
            onSearch={setSearch}
            hint="Name, phone or reference"
            emptyMessage="Please enter a name, phone or reference to search"
          />
        </Box>
        {search !== '' && (
          <Ready query={found}>
            {({ data, loans }) =>
              data.length + loans.length === 0 ? (
                <Empty>No savings or loans of this agent’s customers found</Empty>
              ) : (
                <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                  {dueLines({ lines: data, loans }).map((line) => (
                    <ListRow key={line.key}>
                      <Box sx={{ flex: 1, minWidth: 180 }}>
                        <b>{line.customer}</b> {line.customer_reference}
                        <Box sx={{ color: 'text.secondary' }}>
                          {[line.label, line.reference, amountText(line)].join(', ')}
                        </Box>
                      </Box>
                      <Button
                        variant="outlined"
                        disabled={isOn(line)}
                        aria-label={`Add ${line.customer}, ${line.label}`}
                        onClick={() => {
                          sheet.add(line)
                          onClose(line)
                        }}
                      >
                        {isOn(line) ? 'On the sheet' : 'Add'}
                      </Button>
                    </ListRow>
                  ))}
                </Box>
              )
            }
          </Ready>
        )}
      </DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <Button variant="outlined" onClick={() => onClose()}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function amountText({ expected, collected, owed }: SheetLine) {
  if (owed !== undefined) return `owes ${formatNaira(owed)}`
  return expected === 0 && collected === 0 ? 'paid ahead' : formatNaira(expected)
}
