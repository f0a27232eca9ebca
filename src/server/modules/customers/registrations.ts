import { and, eq, ne, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/call'
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
      context.queries,
      { phone: with_phone, name: `${first_name} ${last_name}` },
      canSeeNamesOf(context),
      except_id,
    ),
  }),

  registerCustomer: async (input, context) => {
    const made = await insertCustomer(context, input, canSeeNamesOf(context))
    const { id, reference, name, agentName, detail, warning } = made
    await context.setAuditSubject('customer', id, detail)
    const message = `${name} registered as ${reference}, with ${agentName}.${warning ? ` ${warning}` : ''}`
    return { message, data: { id, reference } }
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
    const warning = isPhoneChanged
      ? await phoneWarning(queries, fields, canSeeNamesOf(context), id)
      : undefined
    return { message: `${nameOf(fields)} updated successfully.${warning ? ` ${warning}` : ''}` }
  },

  activateCustomer: async ({ customer_id }, context) => setActive(context, customer_id, true),
  deactivateCustomer: async ({ customer_id }, context) => setActive(context, customer_id, false),
}

type Registration = InputOf<Calls['customers']['registerCustomer']>

/**
 * Registers a customer, by an admin or by the agent; the database opens the main wallet (migration 0003). `warning` is of others with
 * the phone number, whom only some callers see by name.
 */
export async function insertCustomer(
  { queries, now, services }: Pick<Context, 'queries' | 'now' | 'services'>,
  input: Registration,
  seesNames: boolean,
) {
  checkPlace(input)
  const { agent_id: agentId } = input
  const fields = fieldsOf(input)
  await lockPhone(queries, fields.phoneNumber)
  const agent = await lockActiveAgent(queries, agentId)
  const [customer] = await queries
    .insert(customers)
    .values({ ...fields, agentId, assignedAgentId: agentId, createdAt: now })
    .returning({ id: customers.id, reference: customers.reference })
  if (!customer) throw new Error('No customer was inserted.')
  const numbers = await saveIdentity(queries, services.identityKeys, customer.id, input)
  return {
    ...customer,
    name: nameOf(fields),
    agentName: agent.name,
    /** For the activity log. */
    detail: [`With agent ${agentId}`, ...numbers.map(labelOf)].join(', '),
    warning: await phoneWarning(queries, fields, seesNames, customer.id),
  }
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
export const lockPhone = (queries: Queries, phone: string) =>
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
const canSeeNamesOf = ({ actor }: Context) => canSeeNames.some((one) => actor.permissions.has(one))
/** Names in one warning. */
const mostNames = 5

/** The other customers with this phone number, and whether one of them has this name. */
async function othersWithPhone(
  queries: Queries,
  { phone, name }: { phone: string; name: string },
  seesNames: boolean,
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
  const names = seesNames ? rows.map((row) => row.name) : []
  const [first] = rows
  return { count: first?.count ?? 0, names, same_name: first?.sameName ?? false }
}

const phoneWarning = async (
  queries: Queries,
  { phoneNumber: phone, ...fields }: { phoneNumber: string; firstName: string; lastName: string },
  seesNames: boolean,
  customerId: number,
) =>
  sharedPhoneText(
    await othersWithPhone(queries, { phone, name: nameOf(fields) }, seesNames, customerId),
    'customer',
  )
