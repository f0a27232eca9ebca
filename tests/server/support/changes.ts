import { calls, type Calls } from '#contract/index'
import type { BodyOf, Write } from '#contract/call'
import { signInThrottles } from '#server/db/schema'
import { desc } from 'drizzle-orm'
import { fundRequests, marketDays, savingTypes, withdrawals } from '#server/db/moneyTables'
import { mainWalletOf } from '#server/ledger/accounts'
import { lockOf } from '#server/auth/throttle'
import type { TestServer } from './harness'
import { loanFixturesOf } from '../loans/loanFixtures'
import { naira, password, personBody, rate } from './people'

type WritesOf<G> = { [K in keyof G as G[K] extends Write ? K : never]: G[K] }
/** Prepares what a change needs and returns a body that the server accepts, each time it is called. */
type Prepare<C> = C extends Write ? () => Promise<BodyOf<C>> : never
type Changes = {
  [G in keyof Calls as keyof WritesOf<Calls[G]> extends never ? never : G]: {
    [K in keyof WritesOf<Calls[G]>]: Prepare<Calls[G][K]>
  }
}

export type Changer = Awaited<ReturnType<typeof changerOf>>

/**
 * A superadmin who may make every change, and for each change a body that succeeds. A change without a body does not
 * compile, so that loops over changes cover all of them. The server needs ALLOW_SAME_APPROVER.
 */
export async function changerOf(server: TestServer) {
  const { database } = server
  const parts = await loanFixturesOf(server)
  const boss = await server.enterAs({ role: 'SuperAdmin', name: 'Ngozi Afolabi' })
  await parts.pay('MBW', naira(10_000_000))
  /** A new session: the clock may have passed the end of the last one. */
  const signedIn = async () => ({ token: await server.openSession(boss.id) })
  let made = 0
  /** Names end in digits, for two letters may look like a third one and names that look alike are refused. */
  const name = (noun: string) => {
    made += 1
    return `${noun} ${100 + made}`
  }
  const place = { state: 'Kano', lga: 'Dala' }

  async function customer() {
    const one = await parts.makeBorrower()
    await parts.pay(mainWalletOf(one.id), naira(5_000))
    return one
  }
  async function loanAfterFirst() {
    const { id } = await parts.apply(await customer())
    await server.ask(calls.loans.firstLoanApproval, { id, status: 'accepted' }, await signedIn())
    return id
  }
  async function request() {
    const body = { amount: naira(100), type: 'credit', description: 'Float', flag: 'PW' } as const
    await server.ask(calls.requests.createRequest, body, await signedIn())
    const [one] = await database.select().from(fundRequests).orderBy(desc(fundRequests.id)).limit(1)
    return { id: one?.id ?? 0, status: 'accept', flag: 'PW' } as const
  }
  async function device(fields: Parameters<TestServer['makeDevice']>[1] = {}) {
    const agent = await server.makeAgent()
    return server.makeDevice(agent.id, fields)
  }
  async function market() {
    const [one] = await database
      .insert(marketDays)
      .values({ name: name('Market'), period: 1, ...place, status: 'active', createdAt: server.clock.now() })
      .returning()
    return { marketId: one?.id ?? 0 }
  }
  async function permission() {
    const newName = name('can-do').toLowerCase()
    await server.ask(calls.roles.createPermission, { name: newName }, await signedIn())
    const { data } = (await server.ask(calls.roles.getPermissions, {}, await signedIn())).output()
    return data.find((one) => one.name === newName)?.id ?? 0
  }
  const admin = async (options?: Parameters<TestServer['makeAdmin']>[0]) => ({
    admin_id: (await server.makeAdmin(options)).id,
  })
  const agent = async (fields?: Parameters<TestServer['makeAgent']>[0]) => ({
    agent_id: (await server.makeAgent(fields)).id,
  })
  const move = async () => {
    const { id: customer_id } = await customer()
    const { id: agent_id } = await server.makeAgent()
    return { agent_id, customer_id }
  }

  const changes: Changes = {
    session: {
      changePassword: async () => ({ oldPassword: password, newPassword: `${password}!` }),
      logout: async () => ({}),
    },
    admins: {
      addAdmin: async () => {
        const { name: fullName, email, phone_number } = personBody()
        return { name: fullName, email, phone_number }
      },
      updateAdmin: async () => ({ phone_number: personBody().phone_number, ...(await admin()) }),
      deleteAdmin: () => admin(),
      activateDeletedAdmins: () => admin({ deleted: true }),
      permanentlyDeleteAdmins: () => admin({ deleted: true, permissions: ['can-view-agent'] }),
      reactivateAdminAccount: async () => {
        const { id, email } = await server.makeAdmin()
        const now = server.clock.now()
        const anHourLater = new Date(now.getTime() + 3_600_000)
        await database.insert(signInThrottles).values(lockOf(email, anHourLater, now))
        return { admin_id: id }
      },
      resetPassword: () => admin(),
      assignRoletoAdmin: async () => ({
        role_id: (await server.makeRole(name('Clerk'))).id,
        ...(await admin()),
      }),
      removeRole: async () => {
        const role_id = (await server.makeRole(name('Clerk'))).id
        return { role_id, ...(await admin({ roleId: role_id })) }
      },
      assignPermissionToAdmin: async () => ({ permission: ['can-view-agent'], ...(await admin()) }),
      removePermissionFromAdmin: async () => ({
        permission: ['can-view-agent'],
        ...(await admin({ permissions: ['can-view-agent'] })),
      }),
    },
    roles: {
      addRoles: async () => ({ name: name('Clerk'), permission: ['can-view-agent'] }),
      editRoles: async () => ({
        role_id: (await server.makeRole(name('Clerk'))).id,
        permission: ['can-view-agent'],
      }),
      deleteRoles: async () => ({ role_id: (await server.makeRole(name('Clerk'), 'can-view-agent')).id }),
      createPermission: async () => ({ name: name('can-do').toLowerCase() }),
      editPermission: async () => ({
        permission_id: await permission(),
        name: name('can-do').toLowerCase(),
      }),
      deletePermission: async () => ({ permission_id: await permission() }),
    },
    agents: {
      addAgent: async () => personBody(),
      updateAgent: async () => ({ ...personBody(), ...(await agent()) }),
      deleteAgent: async () => {
        const { agentId } = await device()
        return { agent_id: agentId }
      },
      setDeviceToPrimary: async () => {
        const { id, agentId } = await device({ isApproved: true })
        return { device_id: id, agent_id: agentId }
      },
      approveDevice: async () => ({ device_id: (await device()).id }),
      dissApproveDevice: async () => ({ device_id: (await device({ isApproved: true })).id }),
      deleteDevice: async () => ({ device_id: (await device()).id }),
      reactivateAgent: () => agent({ status: 'SUSPENDED' }),
      suspendAgent: async () => {
        const suspended = await agent()
        await server.makeDevice(suspended.agent_id, { isApproved: true })
        return suspended
      },
      resetAgentPassword: () => agent(),
    },
    customers: {
      assignAgentToCustomer: move,
      BatchassignAgentToCustomer: async () => {
        const { agent_id, customer_id } = await move()
        return { agent_id, customer_id: [customer_id] }
      },
      creditUser: async () => ({ amount: naira(777), customer_id: (await customer()).id }),
      savingWalletToMainWallets: async () => {
        const owner = await customer()
        const saving = await parts.makeSaving(owner)
        await parts.pay(saving.reference, naira(1000))
        return { amount: naira(100), customer_id: owner.id, savings_ref: saving.reference }
      },
    },
    dashboard: { creditMainWalletsBalance: async () => ({ amount: naira(1000) }) },
    loans: {
      updateLoanType: async () => ({
        id: (await parts.makeLoanType()).id,
        description: 'Stock for a stall',
        interest_rate: rate(7.5),
      }),
      firstLoanApproval: async () => ({ id: (await parts.apply(await customer())).id, status: 'accepted' }),
      secondLoanApproval: async () => ({ id: await loanAfterFirst(), status: 'accepted' }),
      updateInterestLoan: async () => ({
        id: (await parts.apply(await customer())).id,
        new_rate: rate(5),
      }),
    },
    markets: {
      createMarket: async () => ({ name: name('Market'), period: 1, ...place, status: 'active' }),
      updateMarket: async () => ({
        name: name('Market'),
        period: 2,
        ...place,
        status: 'active',
        ...(await market()),
      }),
      deleteMarket: market,
    },
    savings: {
      updateSavingType: async () => {
        const [type] = await database
          .insert(savingTypes)
          .values({ name: name('Type'), category: 'daily' })
          .returning()
        made += 1
        return { id: type?.id ?? 0, name: `Thrift ${'A'.repeat(made)}` }
      },
    },
    requests: {
      createRequest: async () => ({
        amount: naira(100),
        type: 'credit',
        description: 'Float for new loans',
        flag: 'MBW',
      }),
      firstApprovalOrDisapproval: request,
      secondApprovalOrDisapproval: async () => {
        const body = await request()
        await server.ask(calls.requests.firstApprovalOrDisapproval, body, await signedIn())
        return body
      },
    },
    withdrawals: {
      createWithDrawalRequest: async () => ({
        amount: naira(100),
        description: 'School fees',
        customer_id: (await customer()).id,
      }),
      WithDrawalRequestApproval: async () => {
        const body = { amount: naira(100), description: 'School fees', customer_id: (await customer()).id }
        await server.ask(calls.withdrawals.createWithDrawalRequest, body, await signedIn())
        const [one] = await database.select().from(withdrawals).orderBy(desc(withdrawals.id)).limit(1)
        return { id: one?.id ?? 0, status: 'approve' }
      },
    },
  }

  return {
    boss,
    signedIn,
    /** A body that the server accepts for this change now. */
    bodyOf: (call: Write & { group: string; name: string }): Promise<BodyOf<Write>> => {
      const ofGroup = changes[call.group as keyof Changes] as Record<string, () => Promise<BodyOf<Write>>>
      const prepare = ofGroup[call.name.slice(call.group.length + 1)]
      if (!prepare) throw new Error(`There is no valid body for ${call.name}.`)
      return prepare()
    },
  }
}
