import { seesBusinessBalances } from '#contract/calls/dashboard'
import { businessColumns, businessColumnsWithoutBalances } from '#contract/calls/transactions'
import { useMay } from '#auth/permissions'

/** The balances stand there for those alone to whom the server sends them. */
export const useBusinessColumns = () =>
  useMay()(seesBusinessBalances, 'read') ? businessColumns : businessColumnsWithoutBalances
