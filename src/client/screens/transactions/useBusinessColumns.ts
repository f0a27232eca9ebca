import { seesBusinessBalances } from '#contract/dashboard'
import { businessColumns, businessColumnsWithoutBalances } from '#contract/transactions'
import { useMay } from '#auth/permissions'

/** The balances stand there for those alone to whom the server sends them. */
export const useBusinessColumns = () =>
  useMay()(seesBusinessBalances, 'read') ? businessColumns : businessColumnsWithoutBalances
