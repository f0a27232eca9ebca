import * as v from 'valibot'
import { calls } from '#contract/index'
import { Phone } from '#contract/values'
import { useCall } from '#api/useCall'

type Entered = { phone_number: string; first_name: string; last_name: string }

/** The other customers with the entered phone number, once it is complete. */
export const useCustomersWithPhone = (
  { phone_number, first_name, last_name }: Entered,
  customerId?: number,
) =>
  useCall(
    calls.customers.getCustomersWithPhone,
    {
      with_phone: phone_number,
      first_name: first_name.trim(),
      last_name: last_name.trim(),
      ...(customerId !== undefined && { except_id: customerId }),
    },
    { enabled: v.is(Phone, phone_number) },
  )
