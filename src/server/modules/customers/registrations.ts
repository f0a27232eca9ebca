import { and, eq, ne, sql } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { sharedPhoneText } from '#domain/sharedPhone'
import { foldWhole } from '#domain/text/fold'
import { customers } from '../../db/tables/schema'
import type { Queries } from '../../db/database'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { saveIdentity } from '../../identity/identities'
import { writeMessages } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'
import { checkPlace } from '../../people/place'
import { lockActiveAgent } from './activeAgent'
import { customerName, notDeleted, notFound } from '../../people/customerColumns'

type RegistrationCalls = Pick<
  Calls['customers'],
  'getCustomersWithPhone' | 'registerCustomer' | 'updateCustomer' | 'activateCustomer' | 'deactivateCustomer'
>

export const registrationHandlers: HandlersFor<RegistrationCalls> = {
  getCustomersWithPhone: async ({ with_phone, except_id, first_name = '', last_name = '' }, context) => ({
    data: await othersWithPhone(
      context,
      { phone: with_phone, name: `${first_name} ${last_name}` },
      except_id,
    ),
  }),

  /** The database opens the main wallet (migration 0003). */
  registerCustomer: async (input, context) => {
    const { queries, now, services } = context
    checkPlace(input)
    const fields = fieldsOf(input)
    await lockPhone(queries, fields.phoneNumber)
    const agent = await lockActiveAgent(queries, input.agent_id)
    const [customer] = await queries
      .insert(customers)
      .values({ ...fields, agentId: input.agent_id, assignedAgentId: input.agent_id, createdAt: now })
      .returning({ id: customers.id, reference: customers.reference })
    if (!customer) throw new Error('No customer was inserted.')
    const numbers = await saveIdentity(queries, services.identityKeys, customer.id, input)
    await context.setAuditSubject(
      'customer',
      customer.id,
      [`With agent ${input.agent_id}`, ...numbers.map(labelOf)].join(', '),
    )
    const warning = await phoneWarning(context, fields, customer.id)
    const message = `${nameOf(fields)} registered as ${customer.reference}, with ${agent.name}.${warning}`
    return { message, data: customer }
  },

  /** The agents stay: another one collects after a reassignment. */
  updateCustomer: async (input, context) => {
    const { queries, now, services } = context
    const id = input.customer_id
    await context.setAuditSubject('customer', id)
    checkPlace(input)
    const fields = fieldsOf(input)
    await lockPhone(queries, fields.phoneNumber)
    const before = await lockForUpdate(queries, id)
    const changed = (Object.keys(fields) as (keyof Fields)[]).filter((name) => fields[name] !== before[name])
    if (changed.length > 0)
      await queries
        .update(customers)
        .set({ ...fields, updatedAt: now })
        .where(eq(customers.id, id))
    const numbers = await saveIdentity(queries, services.identityKeys, id, input)
    if (changed.length + numbers.length === 0) reject('Nothing has been changed.')
    const changes = [...changed.map((name) => fieldNames[name]), ...numbers.map(labelOf)]
    await context.setAuditSubject('customer', id, `Changed: ${changes.join(', ')}`)
    const isPhoneChanged = changed.includes('phoneNumber')
    if (isPhoneChanged && before.phoneNumber !== '')
      await writeMessages(context, [
        {
          customerId: id,
          entryId: null,
          phone: before.phoneNumber,
          text: messageTexts.changedPhone({
            phone: fields.phoneNumber,
            business: services.config.businessName ?? 'us',
          }),
        },
      ])
    const warning = isPhoneChanged ? await phoneWarning(context, fields, id) : ''
    return { message: `${nameOf(fields)} updated successfully.${warning}` }
  },

  activateCustomer: async ({ customer_id }, context) => setActive(context, customer_id, true),
  deactivateCustomer: async ({ customer_id }, context) => setActive(context, customer_id, false),
}

async function setActive(context: Context, id: number, isActive: boolean) {
  const { queries, now } = context
  await context.setAuditSubject('customer', id)
  const customer = await lockForUpdate(queries, id)
  if (customer.isActive === isActive)
    reject(`${nameOf(customer)} is ${isActive ? 'active' : 'not active'} already.`)
  await queries.update(customers).set({ isActive, updatedAt: now }).where(eq(customers.id, id))
  return { message: `${nameOf(customer)} is ${isActive ? 'active again' : 'not active any more'}.` }
}

const fieldNames = {
  firstName: 'first name',
  lastName: 'last name',
  phoneNumber: 'phone number',
  homeAddress: 'home address',
  officeAddress: 'office address',
  state: 'state',
  lga: 'LGA',
} as const
type Fields = { [K in keyof typeof fieldNames]: string | null }

/** The entered fields as they are stored. */
const fieldsOf = (input: {
  first_name: string
  last_name: string
  phone_number: string
  home_address: string
  office_address: string
  state: string
  lga: string
}) => ({
  firstName: input.first_name.trim(),
  lastName: input.last_name.trim(),
  phoneNumber: input.phone_number,
  homeAddress: input.home_address.trim(),
  officeAddress: input.office_address.trim() || null,
  state: input.state,
  lga: input.lga,
})

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`

const labelOf = (field: 'bvn' | 'nin') => field.toUpperCase()

/** Of two who enter the same number at the same moment, the second waits, and is warned of the first. */
const lockPhone = (queries: Queries, phone: string) =>
  queries.execute(sql`select pg_advisory_xact_lock(4304, hashtext(${phone}))`)

async function lockForUpdate(queries: Queries, id: number) {
  const [customer] = await queries
    .select({
      firstName: customers.firstName,
      lastName: customers.lastName,
      phoneNumber: customers.phoneNumber,
      homeAddress: customers.homeAddress,
      officeAddress: customers.officeAddress,
      state: customers.state,
      lga: customers.lga,
      isActive: customers.isActive,
    })
    .from(customers)
    .where(and(eq(customers.id, id), notDeleted))
    .for('no key update')
  return customer ?? reject(notFound(id))
}

const canSeeNames: readonly Permission[] = ['can-view-customer', 'can-view-all']
/** Names in one warning. */
const mostNames = 5

/** The other customers with this phone number, and whether one of them has this name. */
async function othersWithPhone(
  { queries, actor }: Context,
  { phone, name }: { phone: string; name: string },
  customerId?: number,
) {
  const hasSameName = sql`fold_name(${customerName}) = ${foldWhole(name)}`
  const rows = await queries
    .select({
      name: sql<string>`${customerName} || ' (' || ${customers.reference} || ')'`,
      count: sql<number>`count(*) over ()`.mapWith(Number),
      sameName: sql<boolean>`bool_or(${hasSameName}) over ()`,
    })
    .from(customers)
    .where(
      and(
        eq(customers.phoneNumber, phone),
        notDeleted,
        customerId === undefined ? undefined : ne(customers.id, customerId),
      ),
    )
    .orderBy(sql`${hasSameName} desc`, customers.id)
    .limit(mostNames)
  const names = canSeeNames.some((one) => actor.permissions.has(one)) ? rows.map((row) => row.name) : []
  const [first] = rows
  return { count: first?.count ?? 0, names, same_name: first?.sameName ?? false }
}

async function phoneWarning(
  context: Context,
  { phoneNumber: phone, ...fields }: { phoneNumber: string; firstName: string; lastName: string },
  customerId: number,
) {
  const text = sharedPhoneText(
    await othersWithPhone(context, { phone, name: nameOf(fields) }, customerId),
    'customer',
  )
  return text ? ` ${text}` : ''
}
