import type { Readable } from 'node:stream'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { type FieldCall, fieldBase } from '#contract/field/call'
import { allFieldCalls } from '#contract/field/calls'
import { type FieldProblemCode, fieldProblems } from '#contract/field/problems'
import { Problem } from '#contract/problems'
import { fromWire, toWire } from '#domain/wire'
import { DiskFull, ServerBusy } from '../../errors/refusals'
import { readDeviceToken, type SignedDevice } from '../../auth/devices'
import { type FieldContext, noToken } from '../../field/context'
import { fieldHandlers } from '../../field/handlers'
import type { Services } from '../../services'
import { jsonOf } from '../../wire/jsonRows'
import { withTimeout } from '../../withTimeout'
import { unconfirmed } from '../../idempotency/idempotency'
import { faultsOf } from '../inputFaults'
import { httpStatus, isFault, problemOf } from '../problemOf'
import { logFault } from '../requestLog'

type Parts = {
  services: Services
  /** Refuses while the disk is full. */
  rejectWhenFull: (request: FastifyRequest) => Promise<void>
  recordDiskFull: (problem: DiskFull) => void
  /** Counts a call of a device; throws when it made too many. */
  countDevice: (request: FastifyRequest, device: SignedDevice) => Promise<void>
  /** Calls a minute from one address without a token. */
  signInsOfAddress: () => number
}

/** In which a body of bytes arrives, as the server waits for one. */
const receivingMs = 60_000

/** The collectors' interface (contract/field): plain JSON, problems as RFC 9457 says, no cookies. */
export async function serveField(app: FastifyInstance, parts: Parts) {
  await app.register(
    async (field) => {
      field.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, parts))
      field.setNotFoundHandler((request, reply) =>
        sendProblem(new Problem('notFound', 'There is no such call.'), request, reply, parts),
      )
      // Read by its handler.
      for (const { bytes } of allFieldCalls)
        if (bytes && !field.hasContentTypeParser(bytes))
          field.addContentTypeParser(bytes, (_request, body, done) => done(null, body))
      for (const call of allFieldCalls) {
        const isWrite = call.method !== 'GET'
        field.route({
          method: call.method,
          url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
          ...(call.access === 'public' &&
            isWrite && { config: { rateLimit: { max: parts.signInsOfAddress } } }),
          ...(isWrite && { preHandler: parts.rejectWhenFull }),
          handler: (request, reply) =>
            withTimeout(
              parts.services.config.requestMs + (call.bytes ? receivingMs : 0),
              answer(call, parts, request, reply),
              () => late(call),
            ),
        })
      }
    },
    { prefix: fieldBase },
  )
}

/** Its work continues: who sends a change again gets its outcome. */
function late({ method }: FieldCall): Problem {
  const cause = new Error('REQUEST_SECONDS have passed')
  return method !== 'GET'
    ? unconfirmed(cause)
    : new ServerBusy('The server is busy. Try again in a few seconds.', cause)
}

async function answer(
  call: FieldCall,
  { services, countDevice }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  request.call = `field.${call.name}`
  const now = services.now()
  const device = call.access === 'public' ? undefined : await identify(request, services, now)
  if (device) await countDevice(request, device)
  if (call.access === 'primary' && device?.isPrimary !== true)
    throw new Problem('forbidden', 'Only the agent’s primary device may do this.')
  const context: FieldContext = {
    services,
    queries: services.database,
    now,
    address: normalizeIP(request.ip),
    requestId: request.id,
    device,
    ...(call.bytes && { body: request.body as Readable }),
  }
  const input = inputOf(call, request)
  const output = await fieldHandlers[call.name as keyof typeof fieldHandlers](input as never, context)
  if (reply.sent) return reply
  const onWire = toWire(call.output, output) as object
  if (!services.config.production)
    v.parse(call.output, fromWire(call.output, JSON.parse(String(jsonOf(onWire)))))
  for (const [field, header] of Object.entries(call.replyHeaders ?? {}))
    reply.header(header, String((onWire as Record<string, unknown>)[field]))
  if (call.bytes) return reply.code(204).send()
  return reply.type('application/json; charset=utf-8').send(jsonOf(onWire))
}

async function identify(request: FastifyRequest, services: Services, now: Date): Promise<SignedDevice> {
  const [, token] = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '') ?? []
  const device = token && (await readDeviceToken(services.connections.access, token, now))
  if (!device) throw new Problem('signedOut', noToken)
  request.deviceId = device.deviceId
  return device
}

function inputOf(call: FieldCall, { query, body, params, headers }: FastifyRequest): unknown {
  const main = (call.bytes ? {} : call.method === 'GET' ? query : body) ?? {}
  if (typeof main !== 'object' || Array.isArray(main))
    throw new Problem('invalid', 'The body must be an object.')
  const fromHeaders = Object.entries(call.headers ?? {}).map(([field, header]) => [field, headers[header]])
  const sent = { ...main, ...Object.fromEntries(fromHeaders), ...(params as object) }
  const fields = faultsOf(call.input, sent, true)
  if (fields.length > 0) throw new Problem('invalid', 'The input is not valid.', { fields })
  return v.parse(call.input, fromWire(call.input, sent))
}

/** Its code of the contract with its HTTP status; a problem says no more than a reply of the portal does. */
function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { recordDiskFull }: Parts,
) {
  const problem = problemOf(error)
  const code: FieldProblemCode = problem.code === 'offline' ? 'unavailable' : problem.code
  request.problem = code
  if (problem instanceof DiskFull) recordDiskFull(problem)
  else if (isFault(problem)) logFault(request, problem.cause ?? error)
  reply.removeHeader('content-encoding')
  // Of bytes that are refused, the rest is not read.
  if (request.method === 'PATCH' && !request.raw.complete) reply.header('connection', 'close')
  const { status: own, title } = fieldProblems[code]
  // Sizes and types that can't be read, and what of a server is busy, have statuses of their own.
  const general = httpStatus(error, problem)
  const status = [409, 413, 415, 503].includes(general) ? general : own
  if (code === 'signedOut') reply.header('www-authenticate', 'Bearer')
  const { retryAfterSeconds, fields, message } = problem
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .send(
      JSON.stringify({
        type: `${fieldBase}/docs#problem-${code}`,
        title,
        status,
        detail: message,
        code,
        ...(fields.length > 0 && { fields }),
        ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds }),
        request_id: request.id,
      }),
    )
}
