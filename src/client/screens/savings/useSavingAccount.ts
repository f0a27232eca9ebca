import { calls } from '#contract/index'
import type { SavingAccount } from '#contract/calls/savingChanges'
import { useCall } from '#api/useCall'
import type { Loadable } from '#ui/feedback/Ready'

/** A savings wallet with its customer and balances. */
export function useSavingAccount(
  savings_id: number,
  options: { enabled?: boolean } = {},
): Loadable<SavingAccount> {
  const query = useCall(calls.savings.getSavingAccount, { savings_id }, options)
  return { ...query, data: query.data?.data }
}
