import { useState } from 'react'
import type { ListPlace } from '#api/paging/listRequest'
import { usePendingFilter } from '#ui/form/pendingFilter'
import { type Period, PeriodChip, periodFault } from '#ui/form/PeriodChip'

type Props = {
  place: Pick<ListPlace, 'filters' | 'go'>
  label: string
  /** The filters of its first and last day. */
  names?: readonly [from: string, to: string]
}

/** Among the tools of a list: its days, stored in the address once both are chosen. */
export function PeriodFilter({ place: { filters, go }, label, names = created }: Props) {
  const [from, to] = names
  const { [from]: start_date = '', [to]: end_date = '' } = filters
  const [isOpen, open] = useState(false)
  /** Days that can't be sent yet, of this address: a saved view or Back replaces them. */
  const [draft, setDraft] = useState<{ of: string; period: Period }>()
  const address = `${start_date} ${end_date}`
  const unsent = draft?.of === address ? draft.period : undefined
  usePendingFilter(unsent !== undefined)
  const change = (period: Period) => {
    if (periodFault(period)) return setDraft({ of: address, period })
    setDraft(undefined)
    go({ filters: { ...filters, [from]: period.start_date, [to]: period.end_date } })
  }
  return (
    <PeriodChip
      label={label}
      period={unsent ?? { start_date, end_date }}
      onChange={change}
      isOpen={isOpen}
      setOpen={open}
      fault={unsent && periodFault(unsent)}
    />
  )
}

const created = ['start_date', 'end_date'] as const
