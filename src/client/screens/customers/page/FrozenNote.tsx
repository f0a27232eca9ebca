import Alert from '@mui/material/Alert'
import { calls } from '#contract/index'
import { showDateTime } from '#domain/time/lagos'
import { useCall } from '#api/useCall'

/** Why nothing goes out of the customer, and since when. */
export function FrozenNote({ customerId }: { customerId: number }) {
  const { data } = useCall(calls.customers.getCustomerFreezes, { customer_id: customerId })
  const standing = data?.data.freezes.find(({ lifted_at }) => lifted_at === null)
  return (
    <Alert severity="error">
      {standing
        ? `Frozen by ${standing.frozen_by_name}, ${showDateTime(standing.created_at)}: ${standing.reason} Nothing goes out until another admin lifts it.`
        : 'Frozen: nothing goes out until another admin lifts it.'}
    </Alert>
  )
}
