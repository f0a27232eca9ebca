import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { openServer } from '../support/harness'
import { password } from '../support/people'

const server = await openServer()

it('the log has ids and no names, tokens, codes, passwords, texts or addresses', async () => {
  const { addAgent, getAgents, getAgent, resetAgentPassword } = calls.agents
  const { changePassword, logout } = calls.session
  const admin = await server.makeAdmin({ permissions: permissionCatalogue })
  const address = '198.51.100.77'
  const wrong = 'a wrong Password 7'
  await server.stepOne(admin.email, wrong, { address })
  const { rec } = (await server.stepOne(admin.email, password, { address })).output().data
  await server.stepTwo(rec.login_token, 'badcod')
  const code = server.codesFor(admin.email).at(-1) ?? ''
  const token = (await server.stepTwo(rec.login_token, code)).output().data.rec.login_token
  const from = { token, address }
  const person = { name: 'Zubaida Qwerty', email: 'zubaida@shop.test', phone_number: '08187654321' }
  const place = { state: 'Kano', lga: 'Dala' }
  await server.ask(addAgent, { ...person, ...place }, from)
  await server.ask(addAgent, { ...person, ...place }, from)
  await server.ask(addAgent, { ...person, ...place, phone_number: 'x' }, from)
  await server.ask(getAgents, { page: 1, search: 'zubaid' }, from)
  await server.ask(getAgents, { page: 1, download: 'csv' }, from)
  await server.ask(getAgent, { id: 1 }, from)
  await server.ask(resetAgentPassword, { agent_id: 1 }, from)
  const newPassword = 'Market opens at seven'
  await server.ask(changePassword, { oldPassword: password, newPassword }, from)
  await server.ask(logout, {}, from)
  await server.ask(getAgents, { page: 1 }, from)
  await server.post('getagents?search=zubaid', '{"page":1,', from)

  expect(server.log).toHaveLength(15)
  for (const line of server.log) {
    expect(line).toMatchObject({ msg: 'call', level: 30, http: expect.any(Number), ms: expect.any(Number) })
    expect(line.reqId).toMatch(/^[0-9a-f]{10}$/)
  }
  expect(server.log[0]).toMatchObject({ call: 'session.adminLogin', adminId: 0, problem: 'refused' })
  expect(server.log[5]).toMatchObject({ call: 'agents.addAgent', adminId: admin.id, http: 200 })
  // Times and random ids may contain the digits of the code by chance.
  const text = JSON.stringify(server.log.map(({ time: _time, reqId: _id, ...line }) => line)).toLowerCase()
  const oneTime = server.letters.flatMap(({ text: letter }) => /password is (\S+)/.exec(letter)?.[1] ?? [])
  expect(oneTime).toHaveLength(2)
  const secrets = [
    admin.email,
    admin.name,
    password,
    wrong,
    newPassword,
    rec.login_token,
    token,
    code,
    'badcod',
  ]
  for (const secret of [
    ...secrets,
    ...oneTime,
    ...Object.values(person),
    'zubaid',
    'qwerty',
    address,
    'kano',
  ])
    expect(text).not.toContain(secret.toLowerCase())
})
