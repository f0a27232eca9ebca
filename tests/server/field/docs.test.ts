import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/index'
import { lagosDay } from '#domain/time/lagos'
import { agentDevices, agents } from '#server/db/tables/schema'
import { mainWalletOf } from '#server/ledger/accounts'
import { agentPassword, agentPasswordHash } from '../support/fieldClient'
import { makeBeats } from '../support/beats'
import { pdf, png } from '../support/files'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'

const server = await openServer({ nodes: 1, limits: { ...manyCalls, signInsOfAddress: 1_000_000 } })
const run = promisify(execFile)

it('the examples of docs/run/field.md enrol a device and record with it', async () => {
  const text = await readFile(new URL('../../../docs/run/field.md', import.meta.url), 'utf8')
  const examples = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, code = '']) => code)
  const [beat] = await makeBeats(server.database, { agents: 1, wallets: 2 }, server.clock.now())
  if (!beat) throw new Error('No agent was made.')
  const [agent] = await server.database
    .update(agents)
    .set({ passwordHash: await agentPasswordHash() })
    .where(eq(agents.id, beat.agentId))
    .returning()
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const folder = await mkdtemp(path.join(tmpdir(), 'field-docs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const env = {
    PATH: process.env.PATH ?? '',
    FIELD: `${address}/api/field/v1`,
    EMAIL: agent?.email ?? '',
    PASSWORD: agentPassword,
    NEW_PASSWORD: 'chosen at the market',
    WALLET: String(beat.wallets[0]?.id),
    DAY: lagosDay(server.clock.now()),
    LOAN_TYPE: String((await moneyOf(server).makeLoanType()).id),
    CUSTOMER: String(beat.wallets[0]?.customerId),
    WITHDRAWAL: '',
  }
  // Between the blocks the variables go on in a file.
  const shell = (code: string, more = '') =>
    run('bash', ['-euo', 'pipefail', '-c', `TOKEN=\n[ -f state ] && . ./state\n${code}\n${more}`], {
      cwd: folder,
      env,
    })
  const keep = '{ declare -f; declare -p PUBLIC_KEY DEVICE TOKEN LOAN 2>/dev/null || true; } > state'
  const [keys = '', enrol = '', token = '', read = '', record = '', ask = '', pay = '', ...more] = examples
  const [apply = '', files = '', ...others] = more
  expect(others).toEqual([])
  await shell(keys, keep)
  await shell(enrol, keep)
  const office = await server.enter('can-approve-device', 'can-set-device')
  const [device] = await server.database
    .select()
    .from(agentDevices)
    .where(eq(agentDevices.agentId, beat.agentId))
  const device_id = device?.id ?? 0
  await server.ask(calls.agents.approveDevice, { device_id }, office)
  await server.ask(calls.agents.setDeviceToPrimary, { device_id, agent_id: beat.agentId }, office)
  await shell(token, keep)
  expect((await shell(read, keep)).stdout).toContain('Beat Agent 1')
  const { stdout } = await shell(record)
  expect(stdout.match(/"state":"booked"/g)).toHaveLength(3)
  expect(stdout).toContain('"booked":"1500.00"')
  await moneyOf(server).pay(mainWalletOf(beat.wallets[0]?.customerId ?? 0), naira(500))
  const asked = (await shell(ask)).stdout
  expect(asked).toContain('"status":"pending"')
  expect(asked).toMatch(/"text":"1 day, 1"/)
  env.WITHDRAWAL = /"withdrawal_id":(\d+)/.exec(asked)?.[1] ?? ''
  const approver = await server.enter('can-approve-withdrawal')
  const body = { id: Number(env.WITHDRAWAL), pay_on: env.DAY }
  const reply = await server.ask(calls.withdrawals.approveWithdrawalForAgent, body, approver)
  expect(reply.status, reply.text).toBe('200')
  const paid = (await shell(pay)).stdout
  expect(paid).toContain('"state":"paid"')
  expect(paid).toContain('"holds":"1000.00"')
  expect(paid).toContain('"paid_out":"500.00"')
  await shell(apply, keep)
  await writeFile(path.join(folder, 'card.png'), png)
  await writeFile(path.join(folder, 'bill.pdf'), pdf)
  expect((await shell(files)).stdout).toContain('"guarantors":1')
})
