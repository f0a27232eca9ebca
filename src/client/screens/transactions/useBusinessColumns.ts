import { businessBalanceAccess } from '#contract/calls/dashboard'
import { businessColumns, businessColumnsWithoutBalances } from '#contract/calls/transactions'
import { useCan } from '#auth/permissions'

/** Includes the balances only for admins to whom the server sends them. */
export const useBusinessColumns = () =>
  useCan()(businessBalanceAccess, 'read') ? businessColumns : businessColumnsWithoutBalances
