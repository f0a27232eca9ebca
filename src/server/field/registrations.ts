import { lgasOf, stateNames } from '#domain/states'
import { insertCustomer, lockPhone } from '../modules/customers/registrations'
import { checkPlace } from '../people/place'
import type { FieldHandlers } from './context'
import { once } from './once'
import { assertPrimary } from './primary'

const states = stateNames.map((state) => ({ state, lgas: [...lgasOf(state)] }))

export const registrationHandlers: Pick<FieldHandlers, 'getPlaces' | 'registerCustomer'> = {
  getPlaces: async () => ({ states }),

  registerCustomer: async (input, context) => {
    checkPlace(input)
    const { services, now } = context
    return once(
      context,
      {
        kind: 'registered customer',
        action: 'registeredCustomer',
        before: (tx) => lockPhone(tx, input.phone_number),
      },
      input,
      async (tx, device) => {
        await assertPrimary(tx, device, now)
        const entered = { ...input, agent_id: device.agentId }
        const made = await insertCustomer({ queries: tx, now, services }, entered, false)
        const { id: customerId, reference, warning = null } = made
        return { reply: { id: input.id, customer_id: customerId, reference, warning }, reference, customerId }
      },
    )
  },
}
