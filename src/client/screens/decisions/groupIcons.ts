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
import type { DeskGroup } from '#routing/decisionKinds'

export const groupIcons: Record<DeskGroup, ComponentType<SvgIconProps>> = {
  'First approval': CreditScoreOutlined,
  'Second approval': CreditScoreOutlined,
  Withdrawals: PaymentsOutlined,
  'Fund requests': RequestQuoteOutlined,
  Credits: AccountBalanceWalletOutlined,
  'Cash differences': BalanceOutlined,
  'Loan changes': EditOutlined,
  Reversals: UndoOutlined,
  'Payouts, costs': SavingsOutlined,
  'Agent devices': SmartphoneOutlined,
  'Days and sheets': EventRepeatOutlined,
  'Terms and settings': SettingsOutlined,
  Imports: FileUploadOutlined,
}
