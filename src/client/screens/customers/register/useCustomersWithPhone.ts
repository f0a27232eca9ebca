import { calls } from '#contract/index'
import { useCall } from '#api/useCall'
import { phoneOf } from '#domain/text/entered'

type Entered = { phone_number: string; first_name: string; last_name: string }

/** The other customers with the entered phone number, once it is complete. */
export const useCustomersWithPhone = (
  { phone_number, first_name, last_name }: Entered,
  customerId?: number,
) =>
  useCall(
    calls.customers.getCustomersWithPhone,
    {
      with_phone: phoneOf(phone_number) ?? '',
      first_name: first_name.trim(),
      last_name: last_name.trim(),
      ...(customerId !== undefined && { except_id: customerId }),
    },
    { enabled: phoneOf(phone_number) !== undefined },
  )
