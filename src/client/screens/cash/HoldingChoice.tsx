import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { holdingText } from '#domain/filterWords'
import type { ListPlace } from '#api/paging/listRequest'

/** On the list of agents with unsettled cash: which these are, and a button to show all. */
export function HoldingChoice({ of: { filters, go } }: { of: Pick<ListPlace, 'filters' | 'go'> }) {
  const { holding = '', ...others } = filters
  if (holding === '') return null
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <strong>{`Cash held ${holdingText(holding)}`}</strong>
      <Button className="screen-only" variant="outlined" size="small" onClick={() => go({ filters: others })}>
        Show all
      </Button>
    </Box>
  )
}
