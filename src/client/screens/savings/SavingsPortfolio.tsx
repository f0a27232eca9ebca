import { calls } from '#contract/index'
import { savingPortfolioColumns } from '#contract/savings'
import { AboutList } from '#app/AboutList'
import { ExportCsv } from '#app/ExportCsv'
import { useListPlace } from '#app/navigation'
import { SearchBox } from '#app/SearchBox'
import { usePagedList } from '#data/usePagedList'
import { DataTable } from '#ui/DataTable'
import { Screen } from '#ui/Screen'
import { Total } from '#ui/Total'

export default function SavingsPortfolio() {
  const place = useListPlace()
  const list = usePagedList(calls.savings.getSavingPortfolio, place)
  return (
    <Screen
      fill
      about={<AboutList list={list} noun="savings" />}
      actions={<ExportCsv list={list} name="saving_portfolio_" />}
    >
      {list.reply && <Total label="Total Savings" of={list.reply.data.activeSave} />}
      <DataTable
        list={list}
        name="savingsPortfolio"
        columns={savingPortfolioColumns}
        empty="No saving portfolio found"
        search={
          <SearchBox
            place={place}
            hint="Reference, name or phone"
            emptyMessage="Please enter reference to search"
          />
        }
      />
    </Screen>
  )
}
