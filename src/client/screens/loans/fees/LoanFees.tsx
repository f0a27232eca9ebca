import type { LoanFee } from '#contract/calls/feeRows'
import { momentText } from '#domain/feeText'
import { formatNaira } from '#domain/money/kobo'
import { RowActions } from '#lists/rows/RowActions'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'

type Props = {
  loan: { id: number; user_id: number; fees?: readonly LoanFee[] | undefined }
}

/** The fees of a loan, and what was paid of them; nothing for a loan without. */
export function LoanFees({ loan: { id: loan_id, user_id, fees = [] } }: Props) {
  if (fees.length === 0) return null
  const take: CardColumn<LoanFee> = {
    header: '',
    isControl: true,
    cell: ({ fee_id, name, moment, paid_by }) =>
      moment === 'before-approval' &&
      paid_by === null && (
        <RowActions
          name={name}
          maxButtons={1}
          actions={[{ label: 'Take', to: 'feePay', state: { user_id, fee_id, loan_id } }]}
        />
      ),
  }
  return (
    <Card title="Fees" as="row">
      <CardTable label="Fees" columns={[...columns, take]} rows={fees} keyOf={({ fee_id }) => fee_id} />
    </Card>
  )
}

const columns: readonly CardColumn<LoanFee>[] = [
  { header: 'Fee', cell: ({ name }) => name },
  { header: 'Paid', cell: ({ moment, paid_by }) => paid_by ?? momentText(moment) },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => formatNaira(amount) },
]

/** Why a loan can't be paid out yet, only a warning: a fee may be paid in the meantime. */
export function feeWarning(fees: readonly LoanFee[] = []): string | undefined {
  const open = fees.filter(({ moment, paid_by }) => moment === 'before-approval' && paid_by === null)
  return open.length === 0
    ? undefined
    : `Not paid yet: ${open.map(({ name, amount }) => `${name} ${formatNaira(amount)}`).join(', ')}.`
}
