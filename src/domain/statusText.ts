/** The text of a boolean status, on screens and in files. */
export const activeText = (isActive: boolean) => (isActive ? 'Active' : 'Non Active')

const unknown = 'Unknown'
/** The status, if it is one of these. */
const oneOf =
  (...known: string[]) =>
  (status: string) =>
    known.includes(status) ? status : unknown
/** Of a saving's movement. */
export const savingStatusText = oneOf('approved', 'rejected')
export const marketStatusText = oneOf('active', 'inactive')

/** How a loan ended other than by being paid. */
const endedTexts: Record<string, string> = { 'written-off': 'Written Off', reversed: 'Reversed' }

/** A loan's status in the pending and approved lists: Active unless it is paid, written off or reversed. */
export const loanStatusText = (status: string) =>
  endedTexts[status] ?? activeText(status === 'active' || status === 'non-active')

/** The status of a loan's movement: paid, late, written off, or else pending; Unknown if it is missing. */
export const repaymentStatusText = (status: string | null) =>
  status === null
    ? unknown
    : (endedTexts[status] ?? (status === 'paid' ? 'Paid' : status === 'late' ? 'Late' : 'Pending'))

/** A loan's status in the overdue list, where '1' also means active. */
export const overdueLoanStatusText = (status: string) => activeText(status === '1' || status === 'active')
