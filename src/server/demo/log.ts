import { activityText, type WriteName } from '../audit/activityTexts'
import { type Aged, type Clock, type DemoAgent, dice, oldestFirst, workingDay } from './demoPeople'
import type { adminActivity } from '../db/tables/schema'

type LogRow = typeof adminActivity.$inferInsert
type Admin = { id: number; email: string; role: string | undefined; deleted: boolean; createdAt: Date }
type Device = { id: number; createdAt: Date }
export type Business = { staff: readonly Admin[]; agents: readonly DemoAgent[]; devices: readonly Device[] }

/** The subject: an agent, a device, another admin, or the actor. */
type Noun = 'agent' | 'device' | 'admin' | 'oneself'
type Deed = { call: WriteName; on: Noun; times: number; refusals?: number; why?: string }

/** Actions with their frequency, refusal rate and reason. */
const deeds: readonly Deed[] = [
  { call: 'session.logout', on: 'oneself', times: 10 },
  {
    call: 'session.changePassword',
    on: 'oneself',
    times: 2,
    refusals: 0.2,
    why: 'Please check what you entered.',
  },
  {
    call: 'agents.updateAgent',
    on: 'agent',
    times: 9,
    refusals: 0.04,
    why: 'An agent with this phone number already exists.',
  },
  { call: 'agents.resetAgentPassword', on: 'agent', times: 5 },
  {
    call: 'agents.reactivateAgent',
    on: 'agent',
    times: 4,
    refusals: 0.3,
    why: 'Only a suspended agent can be reactivated.',
  },
  {
    call: 'agents.deleteAgent',
    on: 'agent',
    times: 1,
    refusals: 1,
    why: 'This agent still has 41 customers. Reassign them first.',
  },
  {
    call: 'agents.approveDevice',
    on: 'device',
    times: 6,
    refusals: 0.1,
    why: 'This device is already approved.',
  },
  {
    call: 'agents.setDeviceToPrimary',
    on: 'device',
    times: 4,
    refusals: 0.1,
    why: 'Approve this device before you make it primary.',
  },
  { call: 'agents.dissApproveDevice', on: 'device', times: 2 },
]
/** Actions of some roles only, and forbidden attempts of supervisors. */
const deedsOfMainAdmins: readonly Deed[] = [
  { call: 'admins.updateAdmin', on: 'admin', times: 1 },
  {
    call: 'admins.resetPassword',
    on: 'admin',
    times: 1,
    refusals: 0.1,
    why: 'Only a superadmin can change the account of a superadmin.',
  },
  {
    call: 'admins.reactivateAdminAccount',
    on: 'admin',
    times: 1,
    refusals: 0.3,
    why: 'This account is not locked.',
  },
]
const deedsOfViewers: readonly Deed[] = [
  { call: 'session.logout', on: 'oneself', times: 6 },
  { call: 'session.changePassword', on: 'oneself', times: 1 },
]
const weighted = (some: readonly Deed[]) =>
  some.flatMap((deed) => Array.from({ length: deed.times }, () => deed))
const weights = {
  office: weighted(deeds),
  main: weighted([...deeds, ...deedsOfMainAdmins, ...deedsOfMainAdmins]),
  viewer: weighted(deedsOfViewers),
}
const noPermission = 'You do not have permission to do this.'

/** Generates the activity log of the last 60 days, oldest first; only dates differ between runs. */
export function inventLog(clock: Clock, { staff, agents, devices }: Business): LogRow[] {
  const { random, between, pick, chance } = dice(1960)
  const working = staff.filter((one) => one.role !== undefined && !one.deleted)
  const boss = staff.find(({ role }) => role === 'SuperAdmin')
  const reference = () =>
    'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => between(0, 15).toString(16))

  function logRow(
    age: number,
    adminId: number,
    call: WriteName,
    subject: string | null,
    more: { refused?: string; detail?: string } = {},
  ): Aged<LogRow> {
    const status = more.refused === undefined ? 'success' : 'refused'
    const row: LogRow = {
      adminId,
      action: call,
      description: activityText(call, subject, status),
      subject,
      status,
      detail: more.refused ?? more.detail ?? null,
      reference: reference(),
      createdAt: clock(age),
    }
    return { row, age }
  }

  const idOf = (on: Noun, age: number, actor: Admin): string => {
    const thereBy = (one: { createdAt?: Date | undefined }) => (one.createdAt ?? actor.createdAt) < clock(age)
    if (on === 'oneself') return `admin ${actor.id}`
    if (on === 'device') return `device ${pick(devices.filter(thereBy)).id}`
    if (on === 'agent')
      return `agent ${pick(agents.filter(({ row }) => row.status !== 'DELETED' && thereBy(row))).id}`
    return `admin ${pick(working.filter((one) => one !== actor && one.role !== 'SuperAdmin' && thereBy(one))).id}`
  }

  function ordinary(): Aged<LogRow> {
    const age = 1 + 60 * workingDay * random()
    const actor = pick(working.filter((one) => one.createdAt < clock(age)))
    if (actor.role === 'Supervisor' && chance(0.15))
      return logRow(age, actor.id, pick(deeds.slice(2)).call, null, { refused: noPermission })
    const deed = pick(weights[kindOf(actor)])
    const refused = chance(deed.refusals ?? 0) && actor !== boss ? { refused: deed.why ?? noPermission } : {}
    return logRow(age, actor.id, deed.call, idOf(deed.on, age, actor), refused)
  }

  const gone = staff.filter(({ deleted }) => deleted)
  const farewells = gone.map(({ id }, at) =>
    logRow((50 - 12 * at) * workingDay, boss?.id ?? 0, 'admins.deleteAdmin', `admin ${id}`),
  )
  return oldestFirst([...Array.from({ length: rowCount }, ordinary), ...farewells])
}

const rowCount = 360

function kindOf({ role }: Admin) {
  if (role === 'SuperAdmin' || role === 'Main Admin') return 'main'
  return role === 'Admin' ? 'office' : 'viewer'
}
