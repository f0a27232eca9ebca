import type { NamedRead } from '#contract/call'
import type { Loan } from '#contract/calls/loanRows'
import type { ListPlace } from '#api/paging/listRequest'
import type { PagedRead } from '#api/paging/useListPage'
import { usePagedList } from '#api/paging/usePagedList'
import { useAgentFilter, useLoanTypeFilter } from '#lists/ChoiceChips'

/** A list of loans with the filters of all of them. */
export const useLoanList = <C extends NamedRead & PagedRead<Loan>>(call: C, place: ListPlace) =>
  usePagedList<C, Loan>(call, place, { choices: [useLoanTypeFilter(), useAgentFilter()] })
