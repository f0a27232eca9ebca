import { type ReactNode, useState } from 'react'
import type { ListPlace } from '#api/paging/listRequest'
import { AmountChip, type Amounts, amountsFault } from '#ui/form/AmountChip'
import { usePendingFilter } from '#ui/form/pendingFilter'
import { useTyped } from '#ui/form/useTyped'

type Props = { place: Pick<ListPlace, 'filters' | 'go'>; label?: string; children?: ReactNode }

/** What is typed, of an address, and the address that was sent of it last: a saved view or Back replaces it. */
type Draft = { of: string; sent: string | undefined; amounts: Amounts }

/** Among the tools of a list: its amounts, stored in the address once nothing is typed for a moment. */
export function AmountFilter({ place: { filters, go }, label = 'Amount', children }: Props) {
  const inAddress: Amounts = {
    amount_from: filters.amount_from ?? '',
    amount_to: filters.amount_to ?? '',
  }
  const address = textOf(inAddress)
  const [draft, setDraft] = useState<Draft>()
  // What was typed while the address changed stays.
  if (draft && draft.sent === address && draft.of !== address) setDraft({ ...draft, of: address })
  const own = draft && (draft.of === address || draft.sent === address) ? draft : undefined
  const amounts = own?.amounts ?? inAddress
  const fault = own && amountsFault(amounts)
  usePendingFilter(textOf(amounts) !== address)
  useTyped(textOf(amounts), () => {
    if (!own || fault || textOf(amounts) === address) return
    const clean = { amount_from: amounts.amount_from.trim(), amount_to: amounts.amount_to.trim() }
    setDraft({ ...own, sent: textOf(clean) })
    // Further digits are no steps of their own.
    go({ filters: { ...filters, ...clean }, replace: address !== none })
  })
  return (
    <AmountChip
      label={label}
      amounts={amounts}
      onChange={(next) => setDraft({ of: address, sent: own?.sent, amounts: next })}
      fault={fault}
    >
      {children}
    </AmountChip>
  )
}

const textOf = ({ amount_from, amount_to }: Amounts) => `${amount_from.trim()} ${amount_to.trim()}`
const none = textOf({ amount_from: '', amount_to: '' })
