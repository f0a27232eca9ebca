import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { calls } from '#contract/index'

vi.mock('#offline/savedPages', () => ({ savedPages: { markStale: async () => {} } }))
const { markStale } = await import('./markStale')

const { getLoanCase, secondLoanApproval } = calls.loans

/** A form that shows a loan, which it does not read while its change is sent. */
async function formOfLoan() {
  const queries = new QueryClient()
  const queryFn = vi.fn(async () => 'the loan')
  const options = { queryKey: [...getLoanCase.name.split('.'), { loan_id: 1 }], queryFn }
  const observer = new QueryObserver(queries, options)
  const stop = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().data).toBe('the loan')
  observer.setOptions({ ...options, enabled: false })
  return {
    queries,
    queryFn,
    /** What the form shows once its change has ended. */
    shown: () => {
      observer.setOptions(options)
      return observer.getCurrentResult().data
    },
    stop,
  }
}

describe('a reply that a form does not read during its change', () => {
  it('stays, and is read again, when the change is refused', async () => {
    const { queries, queryFn, shown, stop } = await formOfLoan()
    await markStale(queries, secondLoanApproval, { failed: true })
    expect(shown()).toBe('the loan')
    expect(queryFn).toHaveBeenCalledTimes(2)
    stop()
  })

  it('is dropped when the change is made', async () => {
    const { queries, shown, stop } = await formOfLoan()
    await markStale(queries, secondLoanApproval)
    expect(shown()).toBeUndefined()
    stop()
  })
})

it('what no screen shows is dropped in either case', async () => {
  for (const failed of [true, false]) {
    const { queries, stop } = await formOfLoan()
    stop()
    await markStale(queries, secondLoanApproval, { failed })
    expect(queries.getQueryCache().getAll()).toEqual([])
  }
})
