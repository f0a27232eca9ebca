import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined'
import BalanceOutlined from '@mui/icons-material/BalanceOutlined'
import CreditScoreOutlined from '@mui/icons-material/CreditScoreOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import EventRepeatOutlined from '@mui/icons-material/EventRepeatOutlined'
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined'
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined'
import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined'
import SavingsOutlined from '@mui/icons-material/SavingsOutlined'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import SmartphoneOutlined from '@mui/icons-material/SmartphoneOutlined'
import UndoOutlined from '@mui/icons-material/UndoOutlined'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'
import type { Waiting } from '#contract/calls/waiting'

type DeskGroup = { label: string; Icon: ComponentType<SvgIconProps>; kinds: readonly Waiting[] }

/** The groups of the queue, in its order: at most a dozen, so that their heads stay in sight. */
export const deskGroups: readonly DeskGroup[] = [
  { label: 'First approval', Icon: CreditScoreOutlined, kinds: ['loans_first'] },
  { label: 'Second approval', Icon: CreditScoreOutlined, kinds: ['loans_second'] },
  { label: 'Withdrawals', Icon: PaymentsOutlined, kinds: ['withdrawals', 'payments'] },
  { label: 'Fund requests', Icon: RequestQuoteOutlined, kinds: ['requests_first', 'requests_second'] },
  { label: 'Credits', Icon: AccountBalanceWalletOutlined, kinds: ['credits'] },
  { label: 'Cash differences', Icon: BalanceOutlined, kinds: ['differences_first', 'differences_second'] },
  { label: 'Loan changes', Icon: EditOutlined, kinds: ['loan_changes_first', 'loan_changes_second'] },
  { label: 'Reversals', Icon: UndoOutlined, kinds: ['reversals'] },
  {
    label: 'Payouts, costs',
    Icon: SavingsOutlined,
    kinds: ['payouts', 'expenses_first', 'expenses_second', 'statements_first', 'statements_second'],
  },
  { label: 'Agent devices', Icon: SmartphoneOutlined, kinds: ['devices'] },
  { label: 'Days and sheets', Icon: EventRepeatOutlined, kinds: ['sheets', 'day_openings', 'reopenings'] },
  {
    label: 'Terms and settings',
    Icon: SettingsOutlined,
    kinds: ['term_changes', 'setting_changes', 'messages_off'],
  },
  { label: 'Imports', Icon: FileUploadOutlined, kinds: ['imports'] },
]

/** What a case is called. A new kind of decision is a row here and in a group; the compiler and a test ask for it. */
export const deskKinds: Record<Waiting, string> = {
  loans_first: 'First approval',
  loans_second: 'Second approval',
  withdrawals: 'Withdrawal',
  payments: 'Withdrawal not paid',
  requests_first: 'Fund request, first approval',
  requests_second: 'Fund request, second approval',
  credits: 'Requested credit',
  differences_first: 'Cash difference, first approval',
  differences_second: 'Cash difference, second approval',
  loan_changes_first: 'Loan change, first approval',
  loan_changes_second: 'Loan change, second approval',
  reversals: 'Reversal',
  payouts: 'Payout of savings',
  expenses_first: 'Expense, first approval',
  expenses_second: 'Expense, second approval',
  statements_first: 'Agent’s statement, first approval',
  statements_second: 'Agent’s statement, second approval',
  sheets: 'Sheet of a closed day',
  day_openings: 'Opening of a day',
  reopenings: 'Reopened days',
  devices: 'Agent device',
  messages_off: 'Messages off',
  term_changes: 'Change of terms',
  setting_changes: 'Change of a setting',
  imports: 'Import',
}
