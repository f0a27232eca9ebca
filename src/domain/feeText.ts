import type { Fee, OfferedFee } from '#contract/calls/feeRows'
import { feeText } from './money/fees'

/** What a fee costs: '₦500.00', '2% of the loan'. */
export const priceText = ({ kind, amount, rate }: Pick<OfferedFee, 'kind' | 'amount' | 'rate'>): string =>
  feeText({ kind, amount, basisPoints: rate })

const subjects: Record<Fee['applies_to'], string> = {
  customer: 'each new customer',
  card: 'each new savings wallet',
  loan: 'each loan',
}
/** What a fee is for: 'each new customer', 'each loan of Trader Loan'. */
export const subjectText = ({
  applies_to,
  loan_type_name,
}: Pick<Fee, 'applies_to' | 'loan_type_name'>): string =>
  loan_type_name === null ? subjects[applies_to] : `${subjects[applies_to]} of ${loan_type_name}`

const moments: Record<Fee['moment'], string> = {
  registration: 'at the registration',
  'before-approval': 'before the second approval',
  'kept-back': 'kept back from the loan',
}
/** When it is paid: a savings wallet is opened, not registered. */
export const momentText = (moment: Fee['moment'], of: Fee['applies_to'] = 'loan'): string =>
  of === 'card' && moment === 'registration' ? 'at the opening' : moments[moment]
