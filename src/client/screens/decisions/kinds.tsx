import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined'
import BalanceOutlined from '@mui/icons-material/BalanceOutlined'
import CreditScoreOutlined from '@mui/icons-material/CreditScoreOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import EventRepeatOutlined from '@mui/icons-material/EventRepeatOutlined'
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined'
import ListAltOutlined from '@mui/icons-material/ListAltOutlined'
import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined'
import ReceiptOutlined from '@mui/icons-material/ReceiptOutlined'
import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined'
import SavingsOutlined from '@mui/icons-material/SavingsOutlined'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import SmartphoneOutlined from '@mui/icons-material/SmartphoneOutlined'
import UndoOutlined from '@mui/icons-material/UndoOutlined'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'
import type { Waiting } from '#contract/calls/waiting'

type DeskKind = { label: string; Icon: ComponentType<SvgIconProps> }

/** The groups of the queue. A new kind of decision is a row here too; the compiler asks for it. */
export const deskKinds: Record<Waiting, DeskKind> = {
  loans_first: { label: 'First approval', Icon: CreditScoreOutlined },
  loans_second: { label: 'Second approval', Icon: CreditScoreOutlined },
  withdrawals: { label: 'Withdrawals', Icon: PaymentsOutlined },
  payments: { label: 'Not paid by agents', Icon: PaymentsOutlined },
  requests_first: { label: 'Fund requests', Icon: RequestQuoteOutlined },
  requests_second: { label: 'Fund requests, second', Icon: RequestQuoteOutlined },
  credits: { label: 'Credits', Icon: AccountBalanceWalletOutlined },
  differences_first: { label: 'Cash differences', Icon: BalanceOutlined },
  differences_second: { label: 'Differences, second', Icon: BalanceOutlined },
  loan_changes_first: { label: 'Loan changes', Icon: EditOutlined },
  loan_changes_second: { label: 'Loan changes, second', Icon: EditOutlined },
  reversals: { label: 'Reversals', Icon: UndoOutlined },
  payouts: { label: 'Payouts of savings', Icon: SavingsOutlined },
  expenses_first: { label: 'Expenses', Icon: ReceiptOutlined },
  expenses_second: { label: 'Expenses, second', Icon: ReceiptOutlined },
  statements_first: { label: 'Agents’ statements', Icon: ReceiptOutlined },
  statements_second: { label: 'Statements, second', Icon: ReceiptOutlined },
  sheets: { label: 'Sheets of closed days', Icon: ListAltOutlined },
  day_openings: { label: 'Openings of days', Icon: EventRepeatOutlined },
  reopenings: { label: 'Reopened days', Icon: EventRepeatOutlined },
  devices: { label: 'Agent devices', Icon: SmartphoneOutlined },
  messages_off: { label: 'Messages off', Icon: NotificationsOffOutlined },
  term_changes: { label: 'Changes of terms', Icon: EditOutlined },
  setting_changes: { label: 'Changes of settings', Icon: SettingsOutlined },
  imports: { label: 'Imports', Icon: FileUploadOutlined },
}
/** In the order of the queue. */
export const deskOrder = Object.keys(deskKinds) as Waiting[]
