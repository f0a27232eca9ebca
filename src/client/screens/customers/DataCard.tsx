import { today } from '#device/today'
import { calls } from '#contract/index'
import type { CustomerProfile } from '#contract/calls/customerPage'
import { useCan } from '#auth/permissions'
import { FileButton } from '#lists/export/FileButton'
import { Card } from '#ui/layout/Card'

const { exportCustomer, viewCustomerIdentity } = calls.customers

/** Exports all that the business holds about the customer, for who may. */
export function DataCard({ profile: { id, reference } }: { profile: CustomerProfile }) {
  const can = useCan()
  if (!can(exportCustomer.access, 'read')) return null
  const isWhole = can(viewCustomerIdentity.access, 'read')
  return (
    <Card title="Data">
      <p>
        {`All that the business holds about this customer in one file, when they ask for it, with ${
          isWhole ? 'BVN and NIN' : 'the last digits of BVN and NIN'
        } and what they said of their guarantors. The activity log records who exports it.`}
      </p>
      <FileButton
        call={exportCustomer}
        body={{ customer_id: id }}
        name={`${reference}_${today()}.json`}
        label="Export Data"
        variant="outlined"
      />
    </Card>
  )
}
