import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Call, Named, Write } from '#contract/call'
import { mayLag, requiredFields } from '#contract/call'
import { mostUnlocks, offlineUnlocksHeader } from '#contract/offlineUnlocks'
import { type Access, can } from '#contract/permissions'
import { expiredTokenMessage, Problem } from '#contract/problems'
import { fileForms, Id } from '#contract/values'
import { fromWire } from '#domain/wire'
import { setSubject, type Subject, writeActivity } from '../audit/activity'
import type { Noun } from '../audit/activitySubjects'
import { type ActivityName, nounOf } from '../audit/activityTexts'
import { openBody } from '../wire/bodyCipher'
import { sendDownload } from '../lists/download'
import { CsvRows } from '../wire/csvRows'
import { FileParts } from '../wire/fileParts'
import type { Queries } from '../db/database'
import { envelope } from '../wire/envelope'
import { linkTo } from '../files/links'
import type { AfterCommit, Context, Endpoint } from '../handler'
import { runIdempotent } from '../idempotency/idempotency'
import { faultsOf } from './inputFaults'
import { jsonOf } from '../wire/jsonRows'
import { databaseTrouble, noPermission, reject } from '../errors/refusals'
import type { Services } from '../services'
import { noteChange, readLoginToken, readSession, type SignedIn, wasRevoked } from '../auth/sessions'

/** The calls that a session with a one-time password may make (rules.md, "One-time password"). */
const openBeforePasswordChange = (call: Named, own: boolean) =>
  ['session.changePassword', 'session.logout'].includes(call.name) ||
  (own && call.name === 'session.getSingleAdminPermission')

const isSignIn = ({ access }: Named) => access === 'public' || access === 'loginToken'

const anonymous: SignedIn = {
  adminId: 0,
  role: null,
  permissions: new Set(),
  stage: 'loginToken',
  email: '',
  mustChangePassword: false,
  token: '',
  rightsGrewAt: null,
  makers: [],
  limits: [],
}

/** Handles every call: decrypt, session, permission, parse, transaction, reply (docs/change/read-first.md, idea 4). */
export async function handleRequest(
  endpoints: readonly Endpoint[],
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  /** Counts the call against the caller's rate limit; throws when it is exceeded. */
  countCall: (request: FastifyRequest) => Promise<void>,
) {
  const body = readBody(endpoints, services, request)
  const { call, handle } = endpointFor(endpoints, body)
  request.call = call.name
  const now = services.now()
  const { database, connections } = services
  const actor = await identify(call, services, connections.access, request, now)
  request.adminId = actor.adminId
  if (actor.adminId > 0) {
    await countCall(request)
    const unlocks = unlocksIn(request)
    if (unlocks > 0) services.observeUnlocks?.(unlocks)
  }
  const named: Subject = {}
  const record = async (refused?: Problem) => {
    const subject = named.on ? named : await subjectIn(call, body, connections.changes)
    await writeActivity(connections.changes, call, { actor, refused, subject, reference: request.id, now })
  }
  const forbidden = accessProblem(call, body, actor)
  if (forbidden) {
    // Forbidden changes are recorded in the activity log.
    if (call.kind === 'write' || call.audited) await record(forbidden)
    throw forbidden
  }
  const input = parseInput(call, body)
  const context: Context = {
    queries: isSignIn(call) ? connections.access : database,
    services,
    actor,
    now,
    reference: null,
    address: normalizeIP(request.ip),
    setAuditSubject: (noun, id, detail) => setSubject(named, database, noun, id, detail),
    linkTo: (kind, id) => linkTo({ ...services, request, reply, now, token: actor.token }, kind, id),
    afterCommit: (act) => void act(),
    actorNow: async () => actor,
  }
  if (call.kind === 'write') {
    const afterwards: AfterCommit[] = []
    const afterCommit = (act: AfterCommit) => void afterwards.push(act)
    const key = idempotencyKey(request)
    const run = (queries: Queries, subject: Subject) => {
      const actorNow = async () => {
        const again = await identify(call, services, queries, request, now)
        return accessProblem(call, body, again) ? reject(noPermission) : again
      }
      const setAuditSubject: Context['setAuditSubject'] = (noun, id, detail) =>
        setSubject(subject, queries, noun, id, detail)
      return handle(input, { ...context, queries, reference: key, afterCommit, actorNow, setAuditSubject })
    }
    const isCheck = request.headers['idempotency-check'] === '1'
    const intent = { services, actor, now, input, afterwards, key, isCheck }
    const changed = await runIdempotent(call as Named<Write>, intent, run)
    if (services.replica)
      await noteChange(connections.access, actor.token).catch((error: unknown) =>
        services.log.error({ error }, 'noting a change for the replica failed'),
      )
    return changed
  }
  const sendResult = (result: Awaited<ReturnType<typeof handle>>) => {
    // The request timed out and was replied to (app.ts).
    if (reply.sent) return reply
    if (result instanceof CsvRows || result instanceof FileParts)
      return sendDownload(result, actor.adminId, reply, {
        bufferFirst: services.singleConnection,
        form: body.download === 'xlsx' ? 'xlsx' : 'csv',
      })
    const json = jsonOf(envelope(call, result, services.config.production))
    return reply.type('application/json; charset=utf-8').send(json)
  }
  const { replica } = services
  const age = replica && mayLag(call) ? await replica.ageFor(actor.changeLsn) : undefined
  if (replica && age !== undefined) {
    try {
      const queries = replica.reads
      const there = {
        ...services,
        database: queries,
        connections: { ...connections, exports: replica.exports },
      }
      const result = await replica.whileUp(handle(input, { ...context, queries, services: there }))
      if (!reply.sent) reply.header('age', age)
      return await sendResult(result)
    } catch (error) {
      // Also a refusal: the replica may lack the record that is asked for. What took too long would do so again.
      if (reply.sent || databaseTrouble(error) === 'limit') throw error
      reply.removeHeader('age')
    }
  }
  const result = await handle(input, context)
  // Before the reply is sent.
  if (call.audited) await record()
  return sendResult(result)
}

/** Fields that hold the id of a given noun; `id` belongs to the call's own noun. */
const nounsOfFields: Record<string, Noun> = {
  savings_id: 'saving',
  loan_id: 'loan',
  admin_id: 'admin',
  role_id: 'role',
  permission_id: 'permission',
  agent_id: 'agent',
  device_id: 'device',
  customer_id: 'customer',
  marketId: 'market day',
  view_id: 'view',
  guarantor_id: 'guarantor',
  statement_id: 'agent statement',
  till_id: 'till',
  till_session_id: 'till session',
}

/** The subject of a forbidden change or a recorded read. Only the id is read from its body. */
async function subjectIn(
  call: Named<Call>,
  body: Record<string, unknown>,
  queries: Queries,
): Promise<Subject> {
  const subject: Subject = {}
  const noun = nounOf(call.name as ActivityName)
  const isItsId = (field: string) => field === 'id' || nounsOfFields[field] === noun
  const id = v.safeParse(Id, fromWire(Id, body[Object.keys(call.input.entries).find(isItsId) ?? '']))
  if (id.success) await setSubject(subject, queries, noun, id.output)
  return subject
}

function readBody(
  endpoints: readonly Endpoint[],
  services: Services,
  request: FastifyRequest,
): Record<string, unknown> {
  const raw = request.body
  const sent = isRecord(raw) ? raw : {}
  const sealed = sent._isEncrypted === true || sent._isEncrypted === 'true'
  if (!sealed && endpoints.some(({ call }) => call.encoding === 'encrypted'))
    throw new Problem('invalid', 'This call takes an encrypted body.')
  const opened = sealed ? openBody(sent.request_data, services.config.bodyKeys) : undefined
  if (opened?.isOld) request.oldBodyKey = true
  const body = opened ? opened.plain : (raw ?? {})
  if (!isRecord(body)) throw new Problem('invalid', 'The body must be an object.')
  return isFile(body) ? withoutPage(body) : body
}

/** Whether a list is asked for as a file, in whatever form. */
const isFile = ({ download }: Record<string, unknown>) => fileForms.some((form) => form === download)

/** A file holds all pages: what the body says of one is not read, and may be empty or missing. */
const withoutPage = ({
  page: _page,
  perPage: _perPage,
  per_page: _size,
  ...body
}: Record<string, unknown>) => ({
  ...body,
  page: 1,
})

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first call on this path whose required fields are all in the body; else the last one, whose schema reports what is missing. */
function endpointFor(endpoints: readonly Endpoint[], body: Record<string, unknown>): Endpoint {
  const fits = endpoints.find(({ call }) => requiredFields(call).every((field) => Object.hasOwn(body, field)))
  return fits ?? (endpoints.at(-1) as Endpoint)
}

async function identify(
  call: Named,
  { config }: Services,
  queries: Queries,
  request: FastifyRequest,
  now: Date,
): Promise<SignedIn> {
  if (call.access === 'public') return anonymous
  const token = request.headers.logintoken
  if (typeof token !== 'string' || token.length > 200) throw new Problem('signedOut', expiredTokenMessage)
  const readActor = call.access === 'loginToken' ? readLoginToken : readSession
  const actor = await readActor(queries, token, now)
  if (actor) return { ...actor, balancesHidden: config.hidesBusinessBalances }
  const isRevoked = call.access !== 'loginToken' && (await wasRevoked(queries, token))
  throw new Problem('signedOut', expiredTokenMessage, { isRevoked })
}

/** Why the caller may not make this call with this body; undefined if they may. */
function accessProblem(call: Named, body: Record<string, unknown>, actor: SignedIn): Problem | undefined {
  if (call.access === 'public') return undefined
  const own = call.ownId !== undefined && fromWire(Id, body[call.ownId]) === actor.adminId
  const access: Access = own ? 'session' : call.access
  if (!can(actor, access, call.kind)) return new Problem('forbidden', noPermission)
  if (actor.mustChangePassword && actor.stage === 'signedIn' && !openBeforePasswordChange(call, own))
    return new Problem('forbidden', 'Change your one-time password first.')
  if (isFile(body) && !actor.permissions.has('can-download-csv-file'))
    return new Problem('forbidden', 'You do not have permission to download files.')
  return undefined
}

function parseInput(call: Named, body: Record<string, unknown>): unknown {
  const fields = faultsOf(call.input, body)
  if (fields.length > 0) throw new Problem('invalid', 'Please check what you entered.', { fields })
  return v.parse(call.input, fromWire(call.input, body))
}

/** Unlocks without a connection that the caller's device reports; 0 for what is no count. */
function unlocksIn({ headers }: FastifyRequest): number {
  const count = Number(headers[offlineUnlocksHeader] ?? 0)
  return Number.isInteger(count) && count > 0 ? Math.min(count, mostUnlocks) : 0
}

function idempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key))
    throw new Problem('refused', 'A change needs an Idempotency-Key header with a UUID.')
  return key.toLowerCase()
}
