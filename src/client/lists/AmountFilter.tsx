import { type ReactNode, useState } from 'react'
import type { ListPlace } from '#api/paging/listRequest'
import { type Amounts, AmountChip, amountsFault } from '#ui/form/AmountChip'
import { usePendingFilter } from '#ui/form/pendingFilter'
import { useTyped } from '#ui/form/useTyped'

type Props = { place: Pick<ListPlace, 'filters' | 'go'>; label?: string; children?: ReactNode }

/** Among the tools of a list: its amounts, stored in the address once nothing is typed for a moment. */
export function AmountFilter({ place: { filters, go }, label = 'Amount', children }: Props) {
  const sent: Amounts = { amount_from: filters.amount_from ?? '', amount_to: filters.amount_to ?? '' }
  const address = textOf(sent)
  /** Amounts that are not sent yet, of this address: a saved view or Back replaces them. */
  const [draft, setDraft] = useState<{ of: string; amounts: Amounts }>()
  const unsent = draft?.of === address ? draft.amounts : undefined
  const amounts = unsent ?? sent
  usePendingFilter(unsent !== undefined && textOf(unsent) !== address)
  useTyped(textOf(amounts), () => {
    if (!unsent || amountsFault(unsent) || textOf(unsent) === address) return
    const clean = { amount_from: unsent.amount_from.trim(), amount_to: unsent.amount_to.trim() }
    // Further digits are no steps of their own.
    go({ filters: { ...filters, ...clean }, replace: address !== ' ' })
  })
  return (
    <AmountChip
      label={label}
      amounts={amounts}
      onChange={(next) => setDraft({ of: address, amounts: next })}
      fault={unsent && amountsFault(unsent)}
    >
      {children}
    </AmountChip>
  )
}

const textOf = ({ amount_from, amount_to }: Amounts) => `${amount_from} ${amount_to}`
