import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { allFieldCalls } from '#contract/field/calls'
import { allCalls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
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
