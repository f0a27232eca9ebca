import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type FieldCall, fieldBase, type FieldOutput, pathFields } from '#contract/field/call'
import { fieldCalls } from '#contract/field/calls'
import { signedText } from '#contract/field/devices'
import { fromWire } from '#domain/wire'
import { hashPassword } from '#server/auth/passwords'
import { fieldDocument } from '#server/http/openapi/fieldDocument'
import type { Beat } from './beats'
import type { TestServer } from './harness'

export const agentPassword = 'the morning market of Oje'
let hashed: Promise<string> | undefined
/** Of `agentPassword`, made once. */
export const agentPasswordHash = () => {
  hashed ??= hashPassword(agentPassword)
  return hashed
}

export type DeviceKeys = { publicKey: string; sign: (text: string) => string }

export function makeKeys(kind: 'ed25519' | 'p256' = 'ed25519'): DeviceKeys {
  const pair =
    kind === 'ed25519'
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const privateKey: KeyObject = createPrivateKey(pair.privateKey.export({ format: 'pem', type: 'pkcs8' }))
  return {
    publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: (text) => sign(kind === 'p256' ? 'sha256' : null, Buffer.from(text), privateKey).toString('base64'),
  }
}

type Described = { content?: Record<string, unknown>; headers?: Record<string, unknown>; $ref?: string }
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>
  components: { responses: Record<string, Described> }
}
const { paths, components } = fieldDocument() as unknown as Document

/** Throws unless the description has a reply's status, type and headers: clients are written from it alone. */
function assertDescribed(
  { name, method, path }: FieldCall,
  reply: { http: number; headers: Readonly<Record<string, string | string[] | number | undefined>> },
) {
  const found = paths[path]?.[method.toLowerCase()]?.responses[String(reply.http)]
  const described = found?.$ref ? components.responses[found.$ref.split('/').at(-1) ?? ''] : found
  if (!described) throw new Error(`The description of ${name} has no status ${reply.http}.`)
  const [type = ''] = String(reply.headers['content-type'] ?? '').split(';')
  const types = Object.keys(described.content ?? {})
  if (types.length > 0 ? !types.includes(type) : type !== '')
    throw new Error(`${name} replied ${reply.http} with ${type}, not ${types.join()}.`)
  const own = Object.keys(described.headers ?? {}).map((header) => header.toLowerCase())
  for (const header of ['retry-after', 'www-authenticate', 'upload-offset', 'upload-length'])
    if (reply.headers[header] !== undefined && !own.includes(header))
      throw new Error(`The description of ${name} has no header ${header} with status ${reply.http}.`)
}

/** Calls of the collectors' interface, as an app makes them. Each reply must be described. */
export function fieldClient(server: TestServer) {
  /** Fields go where the call has them: the address, headers, the query or the body. */
  async function raw(call: FieldCall, body: object = {}, token?: string, bytes?: Buffer) {
    const inPath = pathFields(call)
    const all = Object.entries(body)
    const rest = all.filter(([name]) => !inPath.includes(name) && !call.headers?.[name])
    const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString()
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String((body as Record<string, string | number>)[name] ?? 'none')),
    )
    const isGet = call.method === 'GET'
    const reply = await server.inject({
      method: call.method,
      url: `${fieldBase}${path}${isGet && query ? `?${query}` : ''}`,
      ...(!isGet && { payload: call.bytes ? (bytes ?? Buffer.alloc(0)) : Object.fromEntries(rest) }),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(call.bytes && { 'content-type': call.bytes }),
        ...Object.fromEntries(
          Object.entries(call.headers ?? {}).map(([name, header]) => [
            header,
            String((body as Record<string, string | number>)[name] ?? ''),
          ]),
        ),
      },
    })
    assertDescribed(call, reply)
    return reply
  }
  async function ask<C extends FieldCall>(
    call: C,
    body: object = {},
    token?: string,
  ): Promise<FieldOutput<C>> {
    const reply = await raw(call, body, token)
    if (reply.http !== 200) throw new Error(`${call.name} returned ${reply.http}: ${reply.text}`)
    return fromWire(call.output, reply.json) as FieldOutput<C>
  }
  const nonce = async () => (await ask(fieldCalls.makeNonce)).nonce

  async function enrolment(email: string, keys: DeviceKeys, more: object = {}) {
    const fresh = await nonce()
    return {
      email,
      password: agentPassword,
      device_name: 'Tablet',
      model: 'Tecno Spark',
      public_key: keys.publicKey,
      nonce: fresh,
      signature: keys.sign(signedText('enrol', fresh, keys.publicKey)),
      ...more,
    }
  }
  const enrol = async (email: string, keys: DeviceKeys, more: object = {}) =>
    raw(fieldCalls.enrolDevice, await enrolment(email, keys, more))

  async function tokenBody(deviceId: number, keys: DeviceKeys, more: object = {}) {
    const fresh = await nonce()
    const signature = keys.sign(signedText('token', fresh, String(deviceId)))
    return { device_id: deviceId, nonce: fresh, signature, ...more }
  }
  const tokenFor = async (deviceId: number, keys: DeviceKeys) =>
    ask(fieldCalls.makeToken, await tokenBody(deviceId, keys))

  /** An agent with a password of their own and an approved device, the primary one unless said otherwise. */
  async function makeDevice(agentId: number, fields: { isPrimary?: boolean; approvedBy?: number } = {}) {
    const keys = makeKeys()
    const { id } = await server.makeDevice(agentId, {
      isApproved: true,
      isPrimary: true,
      publicKey: keys.publicKey,
      signedInAt: server.clock.now(),
      ...fields,
    })
    const { token } = await tokenFor(id, keys)
    if (token === null) throw new Error('The device got no token.')
    return { id, keys, token }
  }
  /** The next agent for a test of its own, with a device; the clock is as it was. */
  async function nextAgent(pool: Beat[]) {
    server.clock.rewindAfterTest()
    const beat = pool.pop()
    if (!beat) throw new Error('More tests than agents.')
    return [beat, await makeDevice(beat.agentId)] as const
  }
  return { raw, ask, nonce, enrolment, enrol, tokenBody, tokenFor, makeDevice, nextAgent }
}
