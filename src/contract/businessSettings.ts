/** How the value of a setting is entered and shown. */
export const settingKinds = ['switch', 'amount', 'hour', 'number', 'phone'] as const
export type SettingKind = (typeof settingKinds)[number]

type Setting = {
  label: string
  kind: SettingKind
  /** What holds until the business sets it: kobo of an amount, 1 or 0 of a switch. Where it is null, none can be set again. */
  default: number | null
  /** What it does, as the screens say it. */
  help: string
}

/** The settings of the business. A new one is a row here, read by `settingOf`. */
export const businessSettings = {
  'tills-required': {
    label: 'Tills Required',
    kind: 'switch',
    default: 0,
    help: 'On: cash at the counter is taken and paid only through an open till.',
  },
  'closing-hour': {
    label: 'Closing Hour',
    kind: 'hour',
    default: 0,
    help: 'From this hour on the server closes the business day, if no admin has. 0 is midnight: it closes none, and only keeps the day’s figures.',
  },
  'verdict-hour': {
    label: 'Verdict Hour',
    kind: 'hour',
    default: 18,
    help: 'From this hour on the day’s close counts sheets that are not in, and open tills, as missing. Until then the day runs.',
  },
  'owner-phone': {
    label: 'Owner’s Phone',
    kind: 'phone',
    default: null,
    help: 'Gets the day’s figures by SMS once a day is closed: collected, expected, differences, gaps. None: nobody gets them.',
  },
  'withdrawal-limit': {
    label: 'Withdrawal Limit',
    kind: 'amount',
    default: null,
    help: 'Above it a withdrawal takes two approvals. Those of one customer on one day count together.',
  },
  'credit-limit': {
    label: 'Credit Limit',
    kind: 'amount',
    default: null,
    help: 'Above it a credit of a customer is requested with a reason, and made by another admin’s approval. Those of one customer on one day count together.',
  },
  'main-wallet-limit': {
    label: 'Main Wallet Limit',
    kind: 'amount',
    default: null,
    help: 'Above it a credit of the main business wallet is requested with a reason, and made by another admin’s approval. Those of one day count together.',
  },
  'flag-deposits': {
    label: 'Red Flag: Installments',
    kind: 'number',
    default: 100,
    help: 'A loan is flagged if its installments of a week are above this percentage of the customer’s weekly deposits, over twelve weeks.',
  },
  'flag-growth': {
    label: 'Red Flag: Sum',
    kind: 'number',
    default: 3,
    help: 'A loan is flagged if its sum is above this many times the largest earlier loan of the customer.',
  },
  'flag-difference': {
    label: 'Red Flag: Cash Difference',
    kind: 'amount',
    default: 500_000,
    help: 'A cash difference above it is flagged.',
  },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof businessSettings
export const settingKeys = Object.keys(businessSettings) as [SettingKey, ...SettingKey[]]
