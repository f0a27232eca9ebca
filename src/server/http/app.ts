import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { callIdHeader, contentDigestHeader, unencodedDigestHeader } from '#contract/bodyDigest'
import type { Named } from '#contract/call'
import { requiredFields } from '#contract/call'
import { allCalls } from '#contract/index'
import { Problem, requestIdHeader } from '#contract/problems'
import { fieldBase } from '#contract/field/call'
import { handleRequest } from './handleRequest'
import { serveField } from './field/serveField'
import { isDescription, serveDocuments } from './openapi/serveDocuments'
import type { Config } from '../config'
import { filesPath } from '../files/links'
import { openReceiver } from './receiveFile'
import { checkDigests, signReply } from './bodyDigest'
import { type FileRequest, sendFile } from './sendFile'
import { SteadyRates } from './steadyRates'
import type { AnyHandler, Endpoint } from '../handler'
import { handlers } from '../handlers'
import { isHashed, servePortal, unknownCall } from './portal'
import { watchDisk } from './disk'
import { databaseProbe } from './health'
import { withTimeout } from '../withTimeout'
import { httpStatus, isFault, problemOf, timeoutProblem } from './problemOf'
import { DiskFull, problemReply } from '../errors/refusals'
import { logCall, logFault, RequestLogController } from './requestLog'
import { continueTrace, endTrace, startTrace } from './traceCall'
import type { Services } from '../services'

const bodyLimit = 1_048_576
/** In milliseconds: to receive a request, and for an idle connection. A client that stops reading a file is cut off. */
const socketLimits = { requestTimeout: 60_000, connectionTimeout: 120_000 }
const pathPrefix = '/api/admin'
const fileAddress = `${filesPath}/:token`

/** Builds the server without listening: API, portal, health. */
export async function buildApp(
  services: Services,
  options: { portalFolder?: string; isReady?: () => boolean; limits?: Partial<Config['rateLimits']> } = {},
): Promise<FastifyInstance> {
  const { config } = services
  const disk = watchDisk(services)
  services.isDiskFull = disk.isFull
  const limits = { ...config.rateLimits, ...options.limits }
  /** This server's share of a limit that holds for all servers together, which a proxy serves in turn. */
  const shareOf = (limit: number) => () => Math.max(1, Math.floor(limit / (services.liveServers?.() ?? 1)))
  const app = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new RequestLogController(),
    bodyLimit,
    ...socketLimits,
    routerOptions: { maxParamLength: 500 },
    genReqId: () => randomBytes(5).toString('hex'),
    trustProxy: config.trustProxy ?? false,
    forceCloseConnections: 'idle',
    // During a stop, requests on open connections are still handled.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      // A URL that can't be decoded runs no hooks.
      logCall(request, 404, 0)
      reply.raw
        .writeHead(404, { 'content-type': 'application/json', [requestIdHeader]: request.id })
        .end(JSON.stringify(unknownCall))
    },
  })
  await app.register(cookie)
  await app.register(formbody)
  checkDigests(app, services)
  // Before the compression.
  app.addHook('onSend', async (request, reply, payload) => {
    if (isApi(request)) signReply(request, reply, payload)
  })
  await app.register(compress, { threshold: 1400, encodings: ['br', 'gzip'] })
  const secure = helmet(securityHeaders(config.tls, config.corsOrigin))
  app.addHook('onRequest', (request, reply, done) =>
    secure(request.raw, reply.raw, (fault) => done(fault as Error | undefined)),
  )
  await app.register(rateLimit, {
    max: shareOf(limits.address),
    timeWindow: 60_000,
    store: SteadyRates,
    allowList: (request) => !isApi(request),
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  })
  const countOfAccount = app.createRateLimit({
    max: shareOf(limits.account),
    keyGenerator: ({ adminId, deviceId }) => (deviceId ? `device ${deviceId}` : `admin ${adminId}`),
  })
  const countCall = async (request: FastifyRequest) => {
    const count = await countOfAccount(request)
    if (!count.isAllowed && count.isExceeded) throw tooMany(count.ttl)
  }
  app.removeContentTypeParser('text/plain')

  app.addHook('onRequest', (request, reply, done) => {
    // Not onResponse: it does not run for aborted replies.
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) request.problem ??= 'cutOff'
      if (!isApi(request)) return
      logCall(request, reply.statusCode, Math.round(reply.elapsedTime))
      const { call = 'unknown', problem: outcome = 'ok' } = request
      services.observeCall?.({ call, outcome, ms: reply.elapsedTime })
      endTrace(request, { call, outcome, http: reply.statusCode })
    })
    if (isApi(request)) startTrace(request)
    done()
  })
  // Reading the body leaves the context of the hooks before it.
  app.addHook('preHandler', (request, _reply, done) => continueTrace(request, done))

  // Idle keep-alive connections would delay the stop by more than a minute.
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
    app.server.keepAliveTimeout = 1
  })
  app.addHook('onSend', async (_request, reply) => {
    if (stopping || options.isReady?.() === false) reply.header('connection', 'close')
  })

  app.addHook('onRequest', async (request, reply) => {
    if (!request.cookies['XSRF-TOKEN'] && !isHashed(request.url) && !isField(request))
      reply.setCookie('XSRF-TOKEN', randomBytes(16).toString('base64url'), {
        path: '/',
        sameSite: 'strict',
        secure: config.tls,
        maxAge: 31_536_000,
      })
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    if (!isApi(request)) return
    reply.header('cache-control', 'no-store')
    // The portal's days follow it, not the clock of the device.
    reply.header('date', services.now().toUTCString())
    reply.header(requestIdHeader, request.id)
    allowOrigin(request, reply, config.corsOrigin)
    // The browser opens file links without the header; they have their own cookie. Descriptions need none.
    if (request.method === 'OPTIONS' || isFile(request) || isDescription(request.routeOptions.url)) return
    // Its tokens are in no cookie.
    if (isField(request)) return
    const cookieToken = request.cookies['XSRF-TOKEN']
    const sameSite = !config.corsOrigin || request.headers.origin !== config.corsOrigin
    if (cookieToken && sameSite && request.headers['x-xsrf-token'] !== cookieToken)
      throw new Problem('forbidden', 'The request does not come from the portal.')
  })

  for (const [path, endpoints] of endpointsByPath()) {
    const signsIn = endpoints.every(({ call }) => call.access === 'public' || call.access === 'loginToken')
    const rateLimitOfRoute = signsIn ? { max: shareOf(limits.signInsOfAddress) } : undefined
    const writes = signsIn || endpoints.some(({ call }) => call.kind === 'write')
    const options = {
      config: { rateLimit: rateLimitOfRoute },
      ...(writes && { preHandler: disk.rejectWhenFull }),
    }
    app.post(`${pathPrefix}/${path}`, options, (request, reply) =>
      withTimeout(config.requestMs, handleRequest(endpoints, services, request, reply, countCall), () =>
        timeoutProblem(request),
      ),
    )
    if (config.corsOrigin) app.options(`${pathPrefix}/${path}`, (_request, reply) => reply.code(204).send())
  }

  app.get<FileRequest>(fileAddress, { exposeHeadRoute: false }, (request, reply) =>
    withTimeout(config.requestMs, sendFile(services, request, reply, countCall), () =>
      timeoutProblem(request),
    ),
  )

  // For proxies: this server takes requests. With a lost database or a full disk it does, for only then do users read why.
  app.get('/healthz', async (_request, reply) => {
    const ok = options.isReady?.() !== false
    return reply.code(ok ? 200 : 503).send({ ok })
  })
  // For operators: whether it can do its work.
  const probe = databaseProbe(services)
  app.get('/readyz', async (_request, reply) => {
    const full = await disk.isFull()
    const ok = options.isReady?.() !== false && !full && (await probe())
    // Failing mail does not make the server unready: open sessions work, and another server has the same mail server. Nor does a
    // replica, for which the database itself answers.
    return reply.code(ok ? 200 : 503).send({
      ok,
      ...(full && { disk: 'full' }),
      ...(services.mail.isFailing() && { mail: 'failing' }),
      ...(services.replica &&
        services.replica.state() !== 'serving' && { replica: services.replica.state() }),
      ...(services.lateBackup?.() && { backup: 'late' }),
      // A fault of the clock stops the runs, not the calls.
      ...(services.timeFaults?.().length && { time: services.timeFaults() }),
    })
  })

  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error)
    request.problem = problem.code
    if (problem instanceof DiskFull) disk.recordDiskFull(problem)
    else if (isFault(problem)) logFault(request, problem.cause ?? error)
    // A compressed file may have failed before its first byte.
    reply.removeHeader('content-encoding')
    if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds)
    // Of an upload that is refused, the rest is not read.
    if (isUpload(request) && !request.raw.complete) reply.header('connection', 'close')
    // File links open in a tab of their own: reply in plain text.
    if (isFile(request))
      return reply
        .code(problem.code === 'notFound' ? 404 : httpStatus(error, problem))
        .type('text/plain; charset=utf-8')
        .send(problem.message)
    return reply.code(httpStatus(error, problem)).type('application/json').send(problemReply(problem))
  })
  // After the error handler, which a context has from its parent.
  const received = [
    { kind: 'file', path: filesPath },
    { kind: 'part', path: `${filesPath}/part` },
  ] as const
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    // Read by the handler.
    uploads.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
    const { admit, receive } = openReceiver(services, countCall)
    for (const { kind, path } of received) {
      const preParsing = (request: FastifyRequest) => admit(kind, request)
      uploads.post(path, { preParsing, preHandler: disk.rejectWhenFull }, (request, reply) =>
        receive(kind, request, reply, (work) =>
          withTimeout(config.requestMs, work, () => timeoutProblem(request)),
        ),
      )
    }
  })
  if (config.corsOrigin)
    for (const { path } of received) app.options(path, (_request, reply) => reply.code(204).send())

  await serveField(app, {
    services,
    rejectWhenFull: disk.rejectWhenFull,
    recordDiskFull: disk.recordDiskFull,
    countDevice: countCall,
    signInsOfAddress: shareOf(limits.signInsOfAddress),
  })
  serveDocuments(app)
  await servePortal(app, options.portalFolder)
  return app
}

/** Calls by path; where several share one, those with the most required fields come first. */
function endpointsByPath(): Map<string, Endpoint[]> {
  const paths = new Map<string, Endpoint[]>()
  for (const call of allCalls) {
    const group = handlers[call.group] as unknown as Record<string, AnyHandler>
    const handle = group[call.name.slice(call.group.length + 1)] as AnyHandler
    paths.set(call.path, [...(paths.get(call.path) ?? []), { call, handle }])
  }
  const requiredCount = ({ call }: { call: Named }) => requiredFields(call).length
  for (const endpoints of paths.values()) endpoints.sort((a, b) => requiredCount(b) - requiredCount(a))
  return paths
}

function securityHeaders(tls: boolean, corsOrigin: string | undefined) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // MUI inserts style elements, and a precached page can't have a fresh nonce.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: tls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginResourcePolicy: { policy: corsOrigin ? ('cross-origin' as const) : ('same-origin' as const) },
    xFrameOptions: { action: 'deny' as const },
  }
}

/** Sends CORS headers only to CORS_ORIGIN. */
function allowOrigin(
  request: FastifyRequest,
  reply: { header: (name: string, value: string) => unknown },
  origin?: string,
) {
  if (!origin || request.headers.origin !== origin) return
  reply.header('access-control-allow-origin', origin)
  reply.header('access-control-allow-credentials', 'true')
  reply.header(
    'access-control-allow-headers',
    `content-type, logintoken, authorization, idempotency-key, idempotency-check, x-xsrf-token, ${contentDigestHeader}, ${callIdHeader}`,
  )
  reply.header(
    'access-control-expose-headers',
    `age, date, retry-after, content-disposition, ${requestIdHeader}, ${callIdHeader}, ${unencodedDigestHeader}`,
  )
  reply.header('vary', 'Origin')
}

/** Checks the route too, because a URL can be encoded (/%61pi/…) or absolute. */
const isApi = (request: FastifyRequest) =>
  [request.routeOptions.url, request.url].some((url) => url?.startsWith('/api/'))

const isUpload = ({ method, routeOptions: { url } }: FastifyRequest) =>
  method === 'POST' && url?.startsWith(filesPath)

/** Of the collectors' interface. */
const isField = ({ routeOptions: { url } }: FastifyRequest) => url?.startsWith(`${fieldBase}/`) === true

const isFile = (request: FastifyRequest) => request.routeOptions.url === fileAddress

function tooMany(milliseconds: number): Problem {
  const retryAfterSeconds = Math.ceil(milliseconds / 1000)
  return new Problem('busy', `Too many requests. Try again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
  })
}
