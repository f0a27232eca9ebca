import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { calls } from '#contract/index'
import { toastProblem } from '#auth/queryClient'
import { useCan } from '#auth/permissions'
import { useCall } from '#api/useCall'
import { useConnection } from '#api/useConnection'
import { useReadOnce } from '#api/useReadOnce'
import { Card } from '#ui/layout/Card'
import { Empty } from '#ui/feedback/Empty'
import { Fact, Facts } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'

const { getCustomerIdentity, viewCustomerIdentity } = calls.customers

/** BVN and NIN: their last digits, and whole for a minute at a press, which the server records. Never on paper. */
export function IdentityCard({ customerId }: { customerId: number }) {
  const masked = useCall(getCustomerIdentity, { customer_id: customerId })
  const view = useReadOnce(viewCustomerIdentity, { shownMs: 60_000, onProblem: toastProblem })
  const can = useCan()
  const { online } = useConnection()
  return (
    <Box className="screen-only">
      <Card title="Identity">
        {!online && !masked.data ? (
          <Empty>BVN and NIN are never saved on the device. Connect to see them.</Empty>
        ) : (
          <Ready query={masked}>
            {({ data }) => {
              const { bvn, nin } = view.reply?.data ?? data
              const isRecorded = data.bvn !== null || data.nin !== null
              return (
                <>
                  <Facts>
                    <Fact label="BVN">{bvn ?? 'Not recorded'}</Fact>
                    <Fact label="NIN">{nin ?? 'Not recorded'}</Fact>
                  </Facts>
                  {isRecorded && can(viewCustomerIdentity.access, 'read') && (
                    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap', mt: 2 }}>
                      <Button
                        variant="outlined"
                        disabled={view.busy || (!view.reply && !online)}
                        onClick={() => (view.reply ? view.hide() : view.show({ customer_id: customerId }))}
                      >
                        {view.reply ? 'Hide BVN and NIN' : 'Show BVN and NIN'}
                      </Button>
                      <Box sx={{ color: 'text.secondary' }}>The activity log records each view.</Box>
                    </Box>
                  )}
                </>
              )
            }}
          </Ready>
        )}
      </Card>
    </Box>
  )
}
