import { arrearsTermsColumns } from '#contract/calls/arrears'
import { calls } from '#contract/index'
import { useWholeList } from '#api/paging/useWholeList'
import { useCall } from '#api/useCall'
import { LinkButton, useListPlace } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { DataTable } from '#ui/table/DataTable'
import { Age } from '#ui/text/Age'

/** The buckets of arrears and the provision rates, with the day from which each counts. */
export default function ArrearsTerms() {
  const terms = useCall(calls.arrears.getArrearsTerms, {})
  return (
    <Screen
      fill
      note="Buckets end after so many days late; rates are provided for, of what is owed. Both count from their day on, for later days."
      about={<Age updatedAt={terms.dataUpdatedAt} />}
      actions={
        <LinkButton to="arrearsTermsSet" variant="contained">
          Set Buckets and Provision
        </LinkButton>
      }
    >
      <DataTable
        list={useWholeList(calls.arrears.getArrearsTerms, terms, terms.data?.data, useListPlace())}
        name="arrearsTerms"
        columns={arrearsTermsColumns}
        empty="No terms found"
      />
    </Screen>
  )
}
