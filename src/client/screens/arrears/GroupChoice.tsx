import { type ArrearsGroup, arrearsGroups } from '#contract/calls/arrears'
import { Segments } from '#ui/form/choices/Segments'

export const groupNames: Record<ArrearsGroup, string> = {
  agent: 'Agent',
  market: 'Market day',
  loan_type: 'Loan type',
}

/** The group of the address, if it is one. */
export const groupOf = (text: string | undefined): ArrearsGroup | undefined =>
  arrearsGroups.find((group) => group === text)

type Props = { group: ArrearsGroup | undefined; onChange: (group: ArrearsGroup | undefined) => void }

const options: readonly { value: ArrearsGroup | undefined; label: string }[] = [
  { value: undefined, label: 'By loan' },
  { value: 'agent', label: 'Agent' },
  { value: 'market', label: 'Market' },
  { value: 'loan_type', label: 'Loan type' },
]

/** Rows loan by loan, or sums by agent, market day or loan type. */
export const GroupChoice = ({ group, onChange }: Props) => (
  <Segments label="Group by" options={options} value={group} onChange={onChange} />
)
