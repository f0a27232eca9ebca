import { useState } from 'react'
import * as v from 'valibot'
import { calls } from '#contract/index'
import { Phone } from '#contract/values'
import { useCall } from '#api/useCall'
import { sharedPhoneText } from '#domain/sharedPhone'
import { Confirm } from '#ui/feedback/Confirm'

/** Warns when another admin has the phone number, and asks for confirmation before it is saved. */
export function useSharedPhone({
  phone,
  adminId,
  actionLabel,
}: {
  phone: string
  adminId?: number
  actionLabel: string
}) {
  const body = { with_phone: phone, ...(adminId !== undefined && { admin_id: adminId }) }
  const others = useCall(calls.admins.getAdminsWithPhone, body, { enabled: v.is(Phone, phone) })
  const [pending, setPending] = useState<{ send: () => void; text: string }>()
  /** Sends at once if no other admin has the number, or if that is unknown; the reply then warns. */
  const confirmed = (send: () => void) =>
    void others.refetch().then(({ data }) => {
      const text = data && sharedPhoneText(data.data)
      if (text) setPending({ send, text })
      else send()
    })
  const question = (
    <Confirm
      open={pending !== undefined}
      title="Use this phone number twice?"
      text={`${pending?.text ?? ''} Save it anyway?`}
      actionLabel={actionLabel}
      onConfirm={() => {
        setPending(undefined)
        pending?.send()
      }}
      onCancel={() => setPending(undefined)}
    />
  )
  return { warning: others.data && sharedPhoneText(others.data.data), confirmed, question }
}
