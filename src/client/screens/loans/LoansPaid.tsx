import { calls } from '#contract/index'
import { paidLoanColumns } from '#contract/calls/loanRows'
import { useListPlace } from '#routing/navigation'
import { PageCsv } from '#lists/export/PageCsv'
import { LoanList } from './LoanList'
import { useLoanList } from './useLoanList'

const file = 'paid_loan_list'

export default function LoansPaid() {
  const list = useLoanList(calls.loans.paidLoan, useListPlace())
  return (
    <LoanList
      note="Loans on which nothing is owed any more. Total Payable: what was lent, with interest, without penalties."
      list={list}
      columns={paidLoanColumns}
      name="loansPaid"
      noun="paid loan"
      empty="No paid loan found"
      file={file}
      actions={<PageCsv list={list} columns={paidLoanColumns} name={file} />}
    />
  )
}
