import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { type Calls, calls } from '#contract/index'
import type { HandlersFor } from '../../handler'
import type { Queries } from '../../db/database'
import { agentActivity, agentDevices, agents, customers } from '../../db/tables/schema'
import { betweenDays, equals, lagosStamp, newestFirst } from '../../lists/conditions'
import { defineList, sortedText } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { rowMatches, indexMatches } from '../../lists/searchText'
import { askForPassword } from '../../auth/devices'
import { issuePassword } from '../../auth/issuePassword'
import { resetFailures, throttledAgent } from '../../auth/throttle'
import { pluralize } from '#domain/money/figures'
import { reject } from '../../errors/refusals'
import { requireAgentName, revokeDevices, deviceHandlers, devicesOf, notDeleted } from './devices'
import { openAgent } from '../../people/agentColumns'
import { checkPlace } from '../../people/place'
import { targetHandlers } from './targets'
import { waitingDeviceHandlers } from './waitingDevices'
import { assertNoCash, cashOf } from '../../people/agentCash'

const agentRow = {
  id: agents.id,
  name: agents.name,
  email: agents.email,
  phone_number: agents.phoneNumber,
  state: agents.state,
  lga: agents.lga,
  profile_photo: agents.profilePhoto,
  status: agents.status,
  created_at: lagosStamp(agents.createdAt),
  first_name: agents.firstName,
  last_name: agents.lastName,
  office_address: agents.officeAddress,
  home_address: agents.homeAddress,
  otp_generated_at: sql<string | null>`${lagosStamp(agents.otpGeneratedAt)}`,
  two_factor_enabled: agents.twoFactorEnabled,
  notification_status: agents.notificationStatus,
  login_attempts: agents.loginAttempts,
  delete: sql<boolean>`${agents.status} = 'DELETED'`,
  set_pin: sql<boolean>`${agents.pinHash} is not null`,
}

const agentList = defineList({
  call: calls.agents.getAgents,
  table: agents,
  sorted: {
    created_at: agents.createdAt,
    name: sortedText(agents.name),
    email: sortedText(agents.email),
    state: sortedText(sql`coalesce(${agents.state}, '')`),
    status: agents.status,
  },
  row: agentRow,
  rows: (queries, row) => queries.select(row).from(agents).$dynamic(),
})
const historyList = defineList({
  call: calls.agents.agentHistory,
  table: agentActivity,
  sorted: { created_at: agentActivity.createdAt },
  row: {
    id: agentActivity.id,
    agent_id: openAgent,
    created_at: lagosStamp(agentActivity.createdAt),
    name: agents.name,
    action: agentActivity.action,
    status: agentActivity.status,
  },
  rows: (queries, row) =>
    queries
      .select(row)
      .from(agentActivity)
      .innerJoin(agents, eq(agents.id, agentActivity.agentId))
      .$dynamic(),
})

export const agentHandlers: HandlersFor<Calls['agents']> = {
  ...deviceHandlers,
  ...waitingDeviceHandlers,
  ...targetHandlers,

  getAgents: async (input, context) => {
    const where = and(
      notDeleted,
      input.search ? matches(input.search) : undefined,
      equals(agents.status, input.status),
    )
    return pageOf(context, input, agentList, { where })
  },

  getAgent: async ({ id }, context) => {
    const [agent] = await context.queries
      .select(agentRow)
      .from(agents)
      .where(and(eq(agents.id, id), notDeleted))
    if (!agent) return reject(`Agent with ID ${id} not found`)
    const devices = await devicesOf(context.queries, id)
    const device = devices.find((one) => one.is_primary) ?? devices[0] ?? null
    const canSeeDetails = ['can-view-more-agent-details', 'can-view-all'].some((one) =>
      context.actor.permissions.has(one),
    )
    const standing = canSeeDetails ? await standingOf(context.queries, id, devices) : undefined
    return { data: [{ ...agent, device, ...(standing && { standing }) }] }
  },

  getAgentChoices: async (_input, { queries }) => ({
    data: await queries
      .select({ id: agents.id, name: agents.name, state: agents.state, lga: agents.lga })
      .from(agents)
      .where(eq(agents.status, 'ACTIVE'))
      .orderBy(asc(agents.name), asc(agents.id)),
  }),

  getAgentTotal: async (_input, { queries }) => ({
    data: { total: await queries.$count(agents, notDeleted) },
  }),

  addAgent: async (input, context) => {
    checkPlace(input)
    const { firstName, lastName } = splitName(input.name)
    const [agent] = await context.queries
      .insert(agents)
      .values({
        name: input.name.trim(),
        firstName,
        lastName,
        email: input.email.toLowerCase(),
        phoneNumber: input.phone_number,
        state: input.state,
        lga: input.lga,
        passwordHash: await issuePassword(context, 'agent', input.email),
        createdAt: context.now,
      })
      .returning({ id: agents.id })
    await context.setAuditSubject('agent', agent?.id ?? 0)
    return { message: 'Agent created successfully.' }
  },

  /** Name and email are read-only and ignored (rules.md, "Read-only fields"). */
  updateAgent: async (input, { queries, setAuditSubject }) => {
    await setAuditSubject('agent', input.agent_id)
    checkPlace(input)
    await lockAgent(queries, input.agent_id)
    await queries
      .update(agents)
      .set({ phoneNumber: input.phone_number, state: input.state, lga: input.lga })
      .where(eq(agents.id, input.agent_id))
    return { message: 'Agent updated successfully.' }
  },

  deleteAgent: async ({ agent_id }, { queries, actor, setAuditSubject }) => {
    await setAuditSubject('agent', agent_id)
    await lockAgent(queries, agent_id)
    const assignedCount = await queries.$count(
      customers,
      and(eq(customers.assignedAgentId, agent_id), eq(customers.isDeleted, false)),
    )
    if (assignedCount > 0)
      reject(`This agent still has ${pluralize(assignedCount, 'customer')}. Reassign them first.`)
    await assertNoCash({ queries, actor }, agent_id)
    await queries.update(agents).set({ status: 'DELETED' }).where(eq(agents.id, agent_id))
    return { message: 'Agent deleted successfully.' }
  },

  reactivateAgent: async ({ agent_id }, { queries, setAuditSubject }) => {
    await setAuditSubject('agent', agent_id)
    const agent = await lockAgent(queries, agent_id)
    if (agent.status !== 'SUSPENDED') reject('Only a suspended agent can be reactivated.')
    await queries.update(agents).set({ status: 'ACTIVE', loginAttempts: 0 }).where(eq(agents.id, agent_id))
    await resetFailures(queries, throttledAgent(agent.email))
    const devices = await queries.$count(agentDevices, eq(agentDevices.agentId, agent_id))
    return {
      message: `Agent reactivated successfully.${devices > 0 ? ' Approve the devices of the agent again.' : ''}`,
    }
  },

  suspendAgent: async ({ agent_id }, { queries, setAuditSubject }) => {
    await setAuditSubject('agent', agent_id)
    const agent = await lockAgent(queries, agent_id)
    if (agent.status !== 'ACTIVE') reject('Only an active agent can be suspended.')
    await queries.update(agents).set({ status: 'SUSPENDED' }).where(eq(agents.id, agent_id))
    await revokeDevices(queries, agent_id)
    return { message: 'Agent suspended. The devices of the agent are closed.' }
  },

  resetAgentPassword: async ({ agent_id }, context) => {
    await context.setAuditSubject('agent', agent_id)
    const agent = await lockAgent(context.queries, agent_id)
    await context.queries
      .update(agents)
      .set({
        passwordHash: await issuePassword(context, 'agent', agent.email),
        oneTimePassword: true,
        loginAttempts: 0,
      })
      .where(eq(agents.id, agent_id))
    await askForPassword(context.queries, agent_id)
    await resetFailures(context.queries, throttledAgent(agent.email))
    return { message: 'A new password was sent to the agent.' }
  },

  agentDownline: async ({ agent_id }, { queries }) => {
    const agentName = await requireAgentName(queries, agent_id)
    const recruits = await queries
      .select({ ...downlineRow(agents), user_type: sql<string>`'agent'` })
      .from(agents)
      .where(and(eq(agents.uplineAgentId, agent_id), notDeleted))
      .orderBy(...newestFirst(agents))
    const clients = await queries
      .select({ ...downlineRow(customers), user_type: customers.userType })
      .from(customers)
      .where(and(eq(customers.agentId, agent_id), eq(customers.isDeleted, false)))
      .orderBy(...newestFirst(customers))
    const all = [...recruits, ...clients]
    return { agent: all.map((row, at) => (at === 0 ? { ...row, agentName } : row)) }
  },

  agentHistory: async (input, context) => {
    const { search } = input
    const within = betweenDays(agentActivity.createdAt, input)
    if (!search) return pageOf(context, input, historyList, { where: within, uncounted: true })
    const named = await context.queries
      .select({ id: agents.id })
      .from(agents)
      .where(rowMatches(agents, search))
    const byAgent = inArray(
      agentActivity.agentId,
      named.map(({ id }) => id),
    )
    const where = and(within, or(byAgent, indexMatches(activityText, search)))
    const rowCondition = sql`(${byAgent} or ${rowMatches(activityText, search)})`
    return pageOf(context, input, historyList, { where, scan: { within, rowCondition }, uncounted: true })
  },
}

const activityText = { searchText: sql`lower(${agentActivity.action})` }

const matches = (search: string) => indexMatches(agents, search)

const downlineRow = (from: typeof agents | typeof customers) => ({
  created_at: lagosStamp(from.createdAt),
  first_name: from.firstName,
  last_name: from.lastName,
  phone_number: from.phoneNumber,
  office_address: from.officeAddress,
  home_address: from.homeAddress,
})

async function standingOf(queries: Queries, id: number, devices: Awaited<ReturnType<typeof devicesOf>>) {
  const { holds, held_since } = await cashOf(queries, id)
  const [last] = await queries
    .select({ action: agentActivity.action, created_at: lagosStamp(agentActivity.createdAt) })
    .from(agentActivity)
    .where(eq(agentActivity.agentId, id))
    .orderBy(...newestFirst(agentActivity))
    .limit(1)
  const customersCount = await queries.$count(
    customers,
    and(eq(customers.assignedAgentId, id), eq(customers.isDeleted, false)),
  )
  return { customers_count: customersCount, float: holds, held_since, devices, last_activity: last ?? null }
}

async function lockAgent(queries: Queries, id: number) {
  const [agent] = await queries
    .select({ id: agents.id, email: agents.email, status: agents.status })
    .from(agents)
    .where(and(eq(agents.id, id), notDeleted))
    .for('update')
  return agent ?? reject(`Agent with ID ${id} not found`)
}

function splitName(name: string) {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}
