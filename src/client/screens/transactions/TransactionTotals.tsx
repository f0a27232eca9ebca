import Box from '@mui/material/Box'
import type { BodyOf, ReplyOf } from '#contract/call'
import { calls } from '#contract/index'
import { type Loaded, useCall } from '#api/useCall'
import type { PagedList } from '#api/paging/usePagedList'
import { Total } from '#ui/text/Total'

const { businessTotals, transactionFlowTotals, userTransactionTotals } = calls.transactions
type TotalsCall = typeof businessTotals | typeof transactionFlowTotals | typeof userTransactionTotals

/** The totals of all rows that match a filter. Without a filter they are not fetched. */
export const useTotals = <C extends TotalsCall>(
  call: C,
  { body, filters, isEnabled }: Pick<PagedList, 'body' | 'filters' | 'isEnabled'>,
) => {
  // Sums do not depend on the order of the rows.
  const { sort: _sort, order: _order, ...filter } = body as Record<string, unknown>
  return useCall(call, filter as BodyOf<C>, { enabled: isEnabled && Object.keys(filters).length > 0 })
}

/** Credits, debits and net. The rows do not wait for them. */
export function TransactionTotals({ totals }: { totals: Loaded<ReplyOf<typeof businessTotals>> }) {
  const sums = totals.data?.data
  if (!totals.isFetching && !sums && !totals.error) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, minHeight: { xs: 52, sm: 26 } }}>
      {sums && (
        <>
          <Total label="Credits" amount={sums.credits} />
          <Total label="Debits" amount={sums.debits} />
          {sums.net !== null && <Total label="Net" amount={sums.net} />}
        </>
      )}
      {!sums && totals.error && <span>The totals are not available now.</span>}
    </Box>
  )
}
