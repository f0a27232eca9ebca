import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { maxBatchSize } from '#contract/calls/customers'
import { maxCardCustomers } from '#contract/calls/savingCards'
import { LinkButton } from '#routing/navigation'
import { formatCount } from '#domain/money/figures'
import type { Selection } from '#ui/table/useSelection'
import type { CustomerRow } from '../useCustomer'

/** The number of selected customers, with actions. It is below the rows, so that selecting does not move them. */
export function SelectedCustomers({ selection }: { selection: Selection<CustomerRow> }) {
  const customers = [...selection.chosen.values()].map(({ user_id, name }) => ({ user_id, name }))
  const count = customers.length
  return (
    <Box role="status" sx={{ position: count === 0 ? 'absolute' : 'sticky', bottom: 0, zIndex: 3 }}>
      {count > 0 && (
        <Paper variant="outlined" sx={bar}>
          <Box sx={{ flex: '1 1 160px', fontWeight: 600 }}>{formatCount(count)} customers selected</Box>
          <Button variant="outlined" onClick={() => selection.set(new Map())}>
            Clear selection
          </Button>
          {count > maxCardCustomers ? (
            <span>At most {maxCardCustomers} customers’ cards can be printed at once.</span>
          ) : (
            <LinkButton to="savingsCardsPrint" state={{ customers }}>
              Print Cards
            </LinkButton>
          )}
          {count > maxBatchSize ? (
            <span>At most {formatCount(maxBatchSize)} customers can be moved at once.</span>
          ) : (
            <LinkButton to="customersReassign" state={{ customers }} variant="contained">
              Batch Re-Schedule
            </LinkButton>
          )}
        </Paper>
      )}
    </Box>
  )
}

const bar = {
  display: 'flex',
  gap: 1,
  flexWrap: 'wrap',
  alignItems: 'center',
  p: 1,
  pl: 2,
  bgcolor: 'primary.light',
  borderColor: 'primary.main',
}
