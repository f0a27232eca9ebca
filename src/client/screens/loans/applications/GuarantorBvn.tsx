import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { calls } from '#contract/index'
import { toastProblem } from '#auth/queryClient'
import { useCan } from '#auth/permissions'
import { useCall } from '#api/useCall'
import { useConnection } from '#api/useConnection'
import { useReadOnce } from '#api/useReadOnce'

const { getGuarantorIdentity, viewGuarantorIdentity } = calls.guarantors

/** The BVN of a guarantor: its last digits, and whole for a minute at a press, which the server records. Never on paper. */
export function GuarantorBvn({ id, name }: { id: number; name: string }) {
  const masked = useCall(getGuarantorIdentity, { guarantor_id: id })
  const view = useReadOnce(viewGuarantorIdentity, { shownMs: 60_000, onProblem: toastProblem })
  const can = useCan()
  const { online } = useConnection()
  const bvn = view.reply?.data.bvn ?? masked.data?.data.bvn
  return (
    <Box
      className="screen-only"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', fontWeight: 400, mb: 1 }}
    >
      <span>
        {bvn ? `BVN ${bvn}` : online ? 'BVN …' : 'The BVN is never saved on the device. Connect to see it.'}
      </span>
      {can(viewGuarantorIdentity.access, 'read') && (
        <Button
          variant="outlined"
          aria-label={`${view.reply ? 'Hide' : 'Show'} BVN of ${name}`}
          disabled={view.busy || (!view.reply && !online)}
          onClick={() => (view.reply ? view.hide() : view.show({ guarantor_id: id }))}
        >
          {view.reply ? 'Hide BVN' : 'Show BVN'}
        </Button>
      )}
    </Box>
  )
}
