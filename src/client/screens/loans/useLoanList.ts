import type { NamedRead } from '#contract/call'
import type { Loan } from '#contract/calls/loanRows'
import type { Choice } from '#domain/lists/filterWords'
import type { Sort } from '#domain/lists/sorting'
import type { ListPlace } from '#api/paging/listRequest'
import type { PagedRead } from '#api/paging/useListPage'
import { usePagedList } from '#api/paging/usePagedList'
import { useAgentFilter, useLoanTypeFilter } from '#lists/ChoiceChips'

type Own = { choices?: readonly Choice[]; initialSort?: Sort }

/** A list of loans with the filters of all of them, and its own. */
export const useLoanList = <C extends NamedRead & PagedRead<Loan>>(
  call: C,
  place: ListPlace,
  { choices = [], ...own }: Own = {},
) =>
  usePagedList<C, Loan>(call, place, {
    choices: [useLoanTypeFilter(), useAgentFilter(), ...choices],
    ...own,
  })
