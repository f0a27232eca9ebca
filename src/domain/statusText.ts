/** The text of a boolean status, on screens and in files. */
export const activeText = (isActive: boolean) => (isActive ? 'Active' : 'Non Active')

/** How a loan ended other than by being paid. */
const endedTexts: Record<string, string> = { 'written-off': 'Written Off', reversed: 'Reversed' }

/** A loan's status in the pending and approved lists: Active unless it is paid, written off or reversed. */
export const loanStatusText = (status: string) =>
  endedTexts[status] ?? activeText(status === 'active' || status === 'non-active')

/** The status of a loan's movement: paid, late, written off, or else pending. */
export const repaymentStatusText = (status: string) =>
  endedTexts[status] ?? (status === 'paid' ? 'Paid' : status === 'late' ? 'Late' : 'Pending')

/** A loan's status in the overdue list, where '1' also means active. */
export const overdueLoanStatusText = (status: string) => activeText(status === '1' || status === 'active')
