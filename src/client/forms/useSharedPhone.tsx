import { useState } from 'react'
import { Confirm } from '#ui/feedback/Confirm'
import { type SharedPhone, sharedPhoneText } from '#domain/sharedPhone'
import type { Loaded } from '#api/useCall'

type Props = {
  /** The others with the number that is in the form. */
  others: Loaded<{ data: SharedPhone }>
  noun: 'admin' | 'customer'
  actionLabel: string
}

/** Warns when another admin or customer has the phone number, and asks for confirmation before it is saved. */
export function useSharedPhone({ others, noun, actionLabel }: Props) {
  const [pending, setPending] = useState<{ send: () => void; text: string }>()
  /** Sends at once if nobody else has the number, or if that is unknown; the reply then warns. */
  const confirmed = (send: () => void) =>
    void others.refetch().then(({ data }) => {
      const text = data && sharedPhoneText(data.data, noun)
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
  return { warning: others.data && sharedPhoneText(others.data.data, noun), confirmed, question }
}
