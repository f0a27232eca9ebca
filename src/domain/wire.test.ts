import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Agent, AgentStanding } from '#contract/calls/agentRows'
import { agentCalls } from '#contract/calls/agents'
import { dashboardCalls } from '#contract/calls/dashboard'
import { BasisPoints, Flag, Id, Kobo, Text, TextFlag } from '#contract/values'
import { fromWire, toWire } from './wire'

/** Partial rows: only existing fields are converted. */
const agent = { id: 7, set_pin: true, delete: false, state: null, login_attempts: 1, name: '1' }
const agentOnWire = { id: 7, set_pin: 1, delete: '0', state: null, login_attempts: 1, name: '1' }
const standing = {
  customers_count: 1,
  float: 150_050,
  held_since: null,
  devices: [{ id: 3, is_primary: true }],
  last_activity: null,
}
const standingOnWire = { ...standing, float: '1500.50', devices: [{ id: 3, is_primary: 1 }] }
const oneAgent = agentCalls.getAgent.output

describe('toWire', () => {
  it('writes money as naira with two places, flags as 1 or "1", and leaves the rest', () => {
    expect(toWire(Agent, agent)).toEqual(agentOnWire)
    expect(toWire(AgentStanding, standing)).toEqual(standingOnWire)
  })

  it('converts values in lists, and optional and nullable ones', () => {
    const reply = { data: [{ ...agent, device: { is_primary: false }, standing }] }
    expect(toWire(oneAgent, reply)).toEqual({
      data: [{ ...agentOnWire, device: { is_primary: 0 }, standing: standingOnWire }],
    })
    expect(toWire(oneAgent, { data: [{ device: null }] })).toEqual({ data: [{ device: null }] })
  })

  it.each([
    ['a flag as text that is set', TextFlag, true, '1'],
    ['a flag as text that is not set', TextFlag, false, '0'],
    ['a flag as text that is none', TextFlag, 'yes', 'yes'],
    ['a flag that is none', Flag, 'yes', 'yes'],
    ['money that is none', Kobo, 1.5, 1.5],
    ['a rate that is none', BasisPoints, 'much', 'much'],
  ])('writes %s', (_what, schema, value, written) => expect(toWire(schema, value)).toBe(written))
})

describe('a schema that narrows another', () => {
  it('keeps the wire form of that schema', () => {
    const { amount } = dashboardCalls.creditMainWalletsBalance.input.entries
    expect(fromWire(amount, '1,234.50')).toBe(123_450)
    expect(toWire(amount, 123_450)).toBe('1234.50')
  })
})

describe('fromWire', () => {
  it('reads what toWire writes', () => {
    expect(fromWire(Agent, agentOnWire)).toEqual(agent)
    expect(fromWire(AgentStanding, standingOnWire)).toEqual(standing)
  })

  it.each([
    ['an id as text', Id, '42', 42],
    ['an id that is too long', Id, '12345678901234567', '12345678901234567'],
    ['an id with a sign', Id, '-1', '-1'],
    ['an id in other digits', Id, '٤٢', '٤٢'],
    ['money as text', Kobo, '1500.5', 150_050],
    ['money as a number of naira', Kobo, 12, 1200],
    ['a rate as percent', BasisPoints, 12.5, 1250],
    ['a rate as text', BasisPoints, '7.25', 725],
    ['money with commas', Kobo, '1,500.00', 150_000],
    ['money that is none', Kobo, 'much', 'much'],
    ['money of a third decimal', Kobo, '1.005', '1.005'],
    ['a flag as text', Flag, '1', true],
    ['a flag as a number', TextFlag, 0, false],
    ['a flag that is none', Flag, 2, 2],
    ['a text that looks like a number', Text, '42', '42'],
    ['nothing', Agent, null, null],
    ['a list where a row should be', Agent, [1], [1]],
    ['a text where a list should be', AgentStanding, { devices: 'none' }, { devices: 'none' }],
    ['a rate of a third decimal', BasisPoints, 1.005, 1.005],
  ])('%s', (_what, schema, sent, read) => expect(fromWire(schema, sent)).toEqual(read))

  it('reads the numbers of a page that came as text', () => {
    const { input } = agentCalls.getAgents
    expect(fromWire(input, { page: '2', perPage: '50', search: '7' })).toEqual({
      page: 2,
      perPage: 50,
      search: '7',
    })
  })

  it('keeps fields that the schema does not know, and sets no prototype', () => {
    const read = fromWire(Agent, JSON.parse('{"id":"1","__proto__":{"polluted":1},"extra":"2"}'))
    expect(Object.keys(read as object)).toEqual(['id', '__proto__', 'extra'])
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('never throws on any input', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const schema of [oneAgent, Agent, AgentStanding, Id, Kobo, Flag, TextFlag])
          fromWire(schema, value)
      }),
    )
  })
})

it('every row survives a round trip', () => {
  const rows = fc.record({
    customers_count: fc.nat(),
    float: fc.maxSafeInteger(),
    devices: fc.array(fc.record({ id: fc.integer({ min: 1 }), is_primary: fc.boolean() })),
    last_activity: fc.option(fc.record({ action: fc.string() })),
  })
  fc.assert(
    fc.property(rows, (sent) => {
      const travelled = JSON.parse(JSON.stringify(toWire(AgentStanding, sent)))
      expect(fromWire(AgentStanding, travelled)).toEqual(sent)
    }),
  )
})

it('a rate that passes its schema equals the percentage that was sent', () => {
  const sent = fc.oneof(fc.double(), fc.integer(), fc.integer({ min: -200, max: 20_000 }))
  fc.assert(
    fc.property(sent, (percent) => {
      const read = BasisPoints['~standard'].validate(fromWire(BasisPoints, percent))
      if (!('then' in read) && !read.issues) expect(read.value / 100).toBe(percent === 0 ? 0 : percent)
    }),
  )
})
