import { calls } from '#contract/index'
import { repaymentColumns } from '#contract/loanHistories'
import { AboutList } from '#app/AboutList'
import { ExportCsv } from '#app/ExportCsv'
import { useListPlace } from '#app/navigation'
import { ReportSearch } from '#app/ReportSearch'
import { useBackWhenRefused } from '#app/useBackWhenRefused'
import { useSaidAnswer } from '#app/useSaidAnswer'
import { usePagedList } from '#data/usePagedList'
import { DataTable } from '#ui/DataTable'
import { Screen } from '#ui/Screen'

export default function LoanRepayments() {
  const place = useListPlace()
  const list = usePagedList(calls.loans.loanHistoryRepayment, place)
  useSaidAnswer(list)
  useBackWhenRefused(list.query, 'loanPortfolio')
  return (
    <Screen
      fill
      about={<AboutList list={list} noun="repayments" />}
      actions={<ExportCsv list={list} name="loan_history_repayment" />}
    >
      <DataTable
        list={list}
        name="loanRepayments"
        columns={repaymentColumns}
        empty="No loan history  repayment found"
        search={<ReportSearch place={place} hint="Reference, name or phone" act="Filter" />}
      />
    </Screen>
  )
}
