import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import type { FieldCall } from '#contract/field/call'
import { allFieldCalls, fieldCalls } from '#contract/field/calls'
import { signedText } from '#contract/field/devices'
import { allCalls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { deviceKey, isSignedBy } from '#server/auth/deviceKeys'
import { fieldDocument } from '#server/http/openapi/fieldDocument'
import { openServer } from '../support/harness'

const server = await openServer({ nodes: 1 })
const addresses = { portal: '/api/admin', field: '/api/field/v1' } as const
const read = async (url: string) => server.inject({ method: 'GET', url })
type Document = { openapi: string; paths: Record<string, Record<string, { operationId: string }>> }

describe.each(Object.entries(addresses))('the description of the interface: %s', (_name, base) => {
  it('is OpenAPI 3.1 without a fault for the linter', async () => {
    const { text } = await read(`${base}/openapi.json`)
    const config = await createConfig({ extends: ['recommended'] })
    const faults = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
    expect(faults.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })

  it('names no permission and no secret', async () => {
    const { text } = await read(`${base}/openapi.json`)
    const { VITE_BODY_KEY = '', VITE_BODY_IV = '' } = process.env
    for (const word of [...permissionCatalogue, VITE_BODY_KEY, VITE_BODY_IV])
      expect(text.includes(word), word).toBe(false)
    expect(text).not.toContain('superadmin')
  })

  it('is shown by files of this server alone', async () => {
    const page = await read(`${base}/docs`)
    expect(page.http).toBe(200)
    expect(String(page.headers['content-security-policy'])).toContain("script-src 'self'")
    expect(page.text).not.toMatch(/https?:|<script>/)
    // As a browser asks that has opened the portal before: with its cookie, without the header of the portal's calls.
    const headers = { cookie: 'XSRF-TOKEN=of-the-portal' }
    for (const name of ['docs', 'openapi.json', 'docs/viewer.js', 'docs/viewer.css', 'docs/start.js'])
      expect((await server.inject({ url: `${base}/${name}`, headers })).http, name).toBe(200)
  })
})

it('has every call of the portal once', async () => {
  const { paths } = JSON.parse((await read('/api/admin/openapi.json')).text) as Document
  const named = Object.values(paths).flatMap(({ post }) => post?.operationId.split('_or_') ?? [])
  expect(named.toSorted()).toEqual(allCalls.map(({ name }) => name.replace('.', '_')).toSorted())
})

it('has every call of the collectors', async () => {
  const { paths } = JSON.parse((await read('/api/field/v1/openapi.json')).text) as Document
  const named = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((one) => one.operationId),
  )
  expect(named.toSorted()).toEqual(allFieldCalls.map(({ name }) => name).toSorted())
})

describe('what a client is written from', () => {
  type Schema = {
    type?: string
    enum?: unknown[]
    minimum?: number
    description?: string
    properties?: Record<string, Schema>
    items?: Schema
    anyOf?: Schema[]
  }
  type Content = Record<string, { schema: Schema }>
  type Operation = {
    operationId: string
    description?: string
    parameters?: { name: string; schema: Schema }[]
    requestBody?: { content: Content }
    responses: Record<string, { content?: Content }>
  }
  const { paths } = fieldDocument() as unknown as { paths: Record<string, Record<string, Operation>> }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  /** Fields whose names don't say what their values mean: choices, flags and numbers, but not ids. */
  const isUnclear = (schema: Schema): boolean =>
    schema.enum !== undefined ||
    schema.type === 'boolean' ||
    schema.type === 'number' ||
    (schema.type === 'integer' && schema.minimum !== 1) ||
    (schema.anyOf ?? []).some(isUnclear)
  const isExplained = (schema: Schema): boolean =>
    Boolean(schema.description) || (schema.anyOf ?? []).some(isExplained)
  const fieldsOf = (schema: Schema): [string, Schema][] => [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]): [string, Schema][] => [
      [name, one],
      ...fieldsOf(one),
    ]),
    ...(schema.items ? fieldsOf(schema.items) : []),
    ...(schema.anyOf ?? []).flatMap(fieldsOf),
  ]

  it.each(operations.map((one) => [one.operationId, one] as const))('%s explains its fields', (_id, one) => {
    const contents = [one.requestBody, ...Object.values(one.responses)].flatMap((some) =>
      Object.values(some?.content ?? {}),
    )
    const fields = [
      ...(one.parameters ?? []).map(({ name, schema }): [string, Schema] => [name, schema]),
      ...contents.flatMap(({ schema }) => fieldsOf(schema)),
    ]
    const unexplained = fields.filter(
      ([name, schema]) =>
        isUnclear(schema) && !isExplained(schema) && !one.description?.includes(`\`${name}\``),
    )
    expect(unexplained.map(([name]) => name)).toEqual([])
  })

  it('has examples with right signatures', () => {
    const exampleOf = ({ example }: FieldCall) =>
      example as { public_key: string; device_id: number; nonce: string; signature: string }
    const [enrolment, request] = [exampleOf(fieldCalls.enrolDevice), exampleOf(fieldCalls.makeToken)]
    const key = deviceKey(enrolment.public_key)
    if (!key) throw new Error('The key of the example can’t be read.')
    const texts = [
      signedText('enrol', enrolment.nonce, enrolment.public_key),
      signedText('token', request.nonce, String(request.device_id)),
    ]
    expect(isSignedBy(key, texts[0] ?? '', enrolment.signature)).toBe(true)
    expect(isSignedBy(key, texts[1] ?? '', request.signature)).toBe(true)
  })
})

describe('a problem of the collectors’ interface', () => {
  it('says what RFC 9457 asks for, with the contract’s code', async () => {
    const reply = await read('/api/field/v1/nothing')
    expect(reply.http).toBe(404)
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(reply.json).toEqual({
      type: '/api/field/v1/docs#problem-notFound',
      title: 'There is no such record',
      status: 404,
      detail: 'There is no such call.',
      code: 'notFound',
      request_id: reply.headers['x-request-id'],
    })
  })

  it('sets no cookie, and asks for none', async () => {
    const headers = { cookie: 'XSRF-TOKEN=another' }
    const reply = await server.inject({ method: 'GET', url: '/api/field/v1/time', headers })
    expect(reply.http).toBe(200)
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.json).toEqual({ server_time: server.clock.now().toISOString() })
  })
})
