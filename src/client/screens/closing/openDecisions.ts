/** The decisions that wait, whatever the day, and their lists. */
export const decisions = [
  { key: 'loans', label: 'Loans', to: 'loansPending' },
  { key: 'requests', label: 'Fund Requests', to: 'requests' },
  { key: 'withdrawals', label: 'Withdrawals', to: 'withdrawals' },
  { key: 'payments', label: 'Not Paid by Agents', to: 'withdrawals' },
  { key: 'reversals', label: 'Reversals', to: 'reversals' },
  { key: 'reopenings', label: 'Reopened Days', to: 'reopenings' },
  { key: 'day_openings', label: 'Openings of Days', to: 'dayOpenings' },
  { key: 'loan_changes', label: 'Loan Changes', to: 'loanChanges' },
  { key: 'differences', label: 'Cash Differences', to: 'differences' },
  { key: 'statements', label: 'Agents’ Statements', to: 'agentStatements' },
  { key: 'sheets', label: 'Sheet Requests', to: 'sheetRequests' },
  { key: 'payouts', label: 'Payouts', to: 'payouts' },
  { key: 'term_changes', label: 'Changes of Terms', to: 'termChanges' },
  { key: 'messages_off', label: 'Messages Off', to: 'messagesOff' },
  { key: 'credits', label: 'Requested Credits', to: 'creditRequests' },
  { key: 'setting_changes', label: 'Changes of Settings', to: 'settingChanges' },
] as const
