import { calls } from '#contract/index'
import type { RowAction } from './RowActions'
import { showFile } from './showFile'

type Guarantor = { id: number; idcard: string | null; utitity: string | null }

/** Messages for missing files. */
const missing = {
  both: 'Gaurantor file  not available',
  idcard: 'ID card file data not available.',
  utitity: 'Utility file data not available.',
}

const { getGuarantorFileUpload } = calls.guarantors

/** The actions that open a guarantor's files in a new tab. */
export const guarantorFiles = (guarantor: Guarantor): [card: RowAction, bill: RowAction] => [
  { label: 'ID Card', access: getGuarantorFileUpload.access, open: () => show(guarantor, 'idcard') },
  { label: 'Utility', access: getGuarantorFileUpload.access, open: () => show(guarantor, 'utitity') },
]

const show = ({ id, idcard, utitity }: Guarantor, file: 'idcard' | 'utitity') =>
  showFile({
    call: getGuarantorFileUpload,
    body: { id },
    linkIn: ({ data }) => data[file],
    exists: (file === 'idcard' ? idcard : utitity) !== null,
    missing: idcard === null && utitity === null ? missing.both : missing[file],
  })
