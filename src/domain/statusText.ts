/** A yes or no that is a state: how a screen and a file say it. */
export const activeText = (isActive: boolean) => (isActive ? 'Active' : 'Non Active')

/** A loan's status as the pending and approved lists say it: Active unless it is over. */
export const loanStatusText = (status: string) => activeText(status === 'active' || status === 'non-active')

/** How a movement of a loan stands: paid, late, and anything else is still to come. */
export const repaymentStatusText = (status: string) =>
  status === 'paid' ? 'Paid' : status === 'late' ? 'Late' : 'Pending'

/** The same in the overdue list, which counts a '1' too. */
export const overdueLoanStatusText = (status: string) => activeText(status === '1' || status === 'active')
