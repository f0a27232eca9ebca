import { calls } from '#contract/index'
import { showFile } from '#lists/rows/showFile'

const { getExpenseSlip } = calls.expenses

/** Opens the slip of an expense in a new tab. */
export const showSlip = (id: number) =>
  showFile({
    call: getExpenseSlip,
    body: { id },
    linkIn: ({ data }) => data.slip,
    exists: true,
    missing: 'This expense has no slip.',
  })
