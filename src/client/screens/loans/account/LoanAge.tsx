import type { LoanAccount } from '#contract/calls/loanAccounts'
import { Age } from '#ui/text/Age'

type Props = { account: { data: LoanAccount | undefined; dataUpdatedAt: number } }

/** Whose loan a form is about, and which, above whatever the form begins with; and how old what it shows is. */
export const LoanAge = ({ account: { data, dataUpdatedAt } }: Props) => (
  <>
    {data && <strong>{data.customer}</strong>}
    {data && <span>{data.reference}</span>}
    <Age updatedAt={dataUpdatedAt} />
  </>
)
