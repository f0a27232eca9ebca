import type { Transaction } from '../db/database'
import { withTransactionRetry } from '../idempotency/idempotency'
import type { Services } from '../services'

/** A change of the collectors' interface: one transaction, repeated if it lost a conflict. */
export const inTransaction = <T>(services: Services, work: (tx: Transaction) => Promise<T>) =>
  withTransactionRetry({ services, afterwards: [] }, work)
