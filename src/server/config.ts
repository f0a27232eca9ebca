import { existsSync } from 'node:fs'
import { isIP, isIPv6 } from 'node:net'
import path from 'node:path'
import * as v from 'valibot'
import type { DatabaseLimits } from './db/pools'
import type { BodyKey } from './wire/bodyCipher'
import { headersFrom, type SmsConfig, smsFaults, smsOf } from './sms/settings'

const wholeNumber = (name: string, least: number, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, `${name} must be a whole number`),
    v.transform(Number),
    v.minValue(least, `${name} must be at least ${least}`),
    v.maxValue(most, `${name} must be at most ${most}`),
  )
const seconds = (name: string) => wholeNumber(name, 1, 3600)
const bytesLong = (name: string, length: number) =>
  v.pipe(
    v.string(`${name} is missing`),
    v.check((key) => Buffer.byteLength(key) === length, `${name} must be ${length} bytes long`),
  )
const url = (name: string, ...protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `${name} must be an address that starts with ${protocols.map((one) => `${one}//`).join(' or ')}`,
    ),
  )
/** With a host, and with user and password that can be read. */
const mailServer = (name: string) =>
  v.pipe(
    url(name, 'smtp:', 'smtps:'),
    v.check((text) => {
      // Said above.
      if (!URL.canParse(text)) return true
      const { hostname, username, password } = new URL(text)
      return hostname !== '' && [username, password].every((one) => decoded(one) !== undefined)
    }, `${name} must name a mail server, such as smtps://user:password@mail.example.com, with %40 for an @ in user or password`),
  )
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
/** One address, alone or after a name. */
const mailbox = (name: string) =>
  v.pipe(
    v.string(),
    v.regex(
      /^(?:[^<>\p{Cc}]*<[^\s<>@,;"]+@[^\s<>@,;".]+(?:\.[^\s<>@,;".]+)+>|[^\s<>@,;"]+@[^\s<>@,;".]+(?:\.[^\s<>@,;".]+)+)$/u,
      `${name} must be an address, such as no-reply@example.com or Ada’s Savings <no-reply@example.com>`,
    ),
  )
const proxies = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => text.split(',').every((one) => isNetwork(one.trim())),
      `${name} must be addresses or networks of proxies, such as 127.0.0.1 or 10.0.0.0/8, with commas between them`,
    ),
  )
const bucketUrl = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => placeOf(text) !== undefined,
      `${name} must be s3://bucket?endpoint=https://… with the store's address, and &region=… where it has regions`,
    ),
  )
const key = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => keyFrom(text) !== undefined,
      `${name} must be 32 bytes in base64, as "openssl rand -base64 32" prints them`,
    ),
  )
const keys = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => text.split(',').every((one) => keyFrom(one) !== undefined),
      `${name} must be keys of 32 bytes in base64, with commas between them`,
    ),
  )
const yesNo = (name: string) => v.picklist(['true', 'false'], `${name} must be true or false`)

const developmentSender = 'Alajo <no-reply@alajo.test>'

const Environment = v.object({
  NODE_ENV: v.optional(
    v.picklist(['development', 'test', 'production'], 'NODE_ENV must be development, test or production'),
    // A release that nobody tells otherwise must not make accounts with a password that everybody knows. In a clone
    // `npm start` says development (config/startHere.mjs).
    import.meta.url.endsWith('.ts') ? 'development' : 'production',
  ),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('HOST is empty')), '127.0.0.1'),
  PORT: v.optional(wholeNumber('PORT', 0, 65_535), '4300'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('DATA_DIR is empty')), './data'),
  DATABASE_URL: v.optional(url('DATABASE_URL', 'postgres:', 'postgresql:')),
  DATABASE_DIRECT_URL: v.optional(url('DATABASE_DIRECT_URL', 'postgres:', 'postgresql:')),
  DATABASE_READ_URL: v.optional(url('DATABASE_READ_URL', 'postgres:', 'postgresql:')),
  DATABASE_READ_LAG_SECONDS: v.optional(wholeNumber('DATABASE_READ_LAG_SECONDS', 2, 3600), '10'),
  DATABASE_CONNECTIONS: v.optional(wholeNumber('DATABASE_CONNECTIONS', 8, 1000), '24'),
  DATABASE_WAIT_SECONDS: v.optional(seconds('DATABASE_WAIT_SECONDS'), '5'),
  DATABASE_LOCK_SECONDS: v.optional(seconds('DATABASE_LOCK_SECONDS'), '5'),
  DATABASE_STATEMENT_SECONDS: v.optional(seconds('DATABASE_STATEMENT_SECONDS'), '30'),
  REQUEST_SECONDS: v.optional(seconds('REQUEST_SECONDS'), '60'),
  DRAIN_SECONDS: v.optional(wholeNumber('DRAIN_SECONDS', 0, 60), '3'),
  RATE_LIMIT_ACCOUNT: v.optional(wholeNumber('RATE_LIMIT_ACCOUNT', 1, 1_000_000), '1200'),
  RATE_LIMIT_ADDRESS: v.optional(wholeNumber('RATE_LIMIT_ADDRESS', 1, 1_000_000), '6000'),
  RATE_LIMIT_SIGN_IN: v.optional(wholeNumber('RATE_LIMIT_SIGN_IN', 1, 1_000_000), '120'),
  FILES_URL: v.optional(bucketUrl('FILES_URL')),
  FILES_ACCESS_KEY_ID: v.optional(v.string()),
  FILES_SECRET_ACCESS_KEY: v.optional(v.string()),
  IDENTITY_KEY: v.optional(key('IDENTITY_KEY')),
  IDENTITY_OLD_KEYS: v.optional(keys('IDENTITY_OLD_KEYS')),
  BACKUP_PASSPHRASE: v.optional(v.string()),
  BACKUP_PASSPHRASE_FILE: v.optional(v.string()),
  BACKUP_FOLDER: v.optional(v.string()),
  BACKUP_HOURS: v.optional(wholeNumber('BACKUP_HOURS', 1, 24), '6'),
  BACKUP_KEEP: v.optional(wholeNumber('BACKUP_KEEP', 2, 10_000), '30'),
  KEEP_YEARS: v.optional(wholeNumber('KEEP_YEARS', 5, 100), '6'),
  DEMO: v.optional(v.picklist(['on', 'off'], 'DEMO must be on or off'), 'on'),
  SMTP_URL: v.optional(mailServer('SMTP_URL')),
  SMS: v.optional(v.picklist(['on', 'off'], 'SMS must be on or off')),
  SMS_URL: v.optional(url('SMS_URL', 'http:', 'https:')),
  SMS_METHOD: v.optional(v.picklist(['POST', 'PUT', 'GET'], 'SMS_METHOD must be POST, PUT or GET'), 'POST'),
  SMS_HEADERS: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => headersFrom(text) !== undefined,
        'SMS_HEADERS must be JSON with names and texts, such as {"Authorization":"Bearer …"}',
      ),
    ),
  ),
  SMS_BODY: v.optional(v.string()),
  SMS_TIMEOUT_SECONDS: v.optional(wholeNumber('SMS_TIMEOUT_SECONDS', 1, 30), '10'),
  MAIL_FROM: v.optional(mailbox('MAIL_FROM'), developmentSender),
  BUSINESS_NAME: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('BUSINESS_NAME is empty'),
      v.maxLength(80, 'BUSINESS_NAME must have 80 characters or fewer'),
      v.regex(/^\P{Cc}*$/u, 'BUSINESS_NAME must be one line of text'),
    ),
  ),
  TRUST_PROXY: v.optional(proxies('TRUST_PROXY')),
  CORS_ORIGIN: v.optional(
    v.pipe(
      url('CORS_ORIGIN', 'http:', 'https:'),
      // As browsers send it: without a path or trailing slash.
      v.transform((text) => new URL(text).origin),
    ),
  ),
  PUBLIC_URL: v.optional(url('PUBLIC_URL', 'http:', 'https:')),
  ALLOW_PLAIN_HTTP: v.optional(yesNo('ALLOW_PLAIN_HTTP'), 'false'),
  ALLOW_EMBEDDED: v.optional(yesNo('ALLOW_EMBEDDED'), 'false'),
  HIDE_BUSINESS_BALANCES: v.optional(yesNo('HIDE_BUSINESS_BALANCES'), 'false'),
  ALLOW_SAME_APPROVER: v.optional(yesNo('ALLOW_SAME_APPROVER'), 'false'),
  NEW_RIGHTS_WAIT_HOURS: v.optional(wholeNumber('NEW_RIGHTS_WAIT_HOURS', 0, 720)),
  METRICS_HOST: v.optional(v.pipe(v.string(), v.nonEmpty('METRICS_HOST is empty')), '127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(url('OTEL_EXPORTER_OTLP_ENDPOINT', 'http:', 'https:')),
  OTEL_SERVICE_NAME: v.optional(v.string(), 'alajo'),
  METRICS_PORT: v.optional(wholeNumber('METRICS_PORT', 1, 65_535)),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['silent', 'error', 'warn', 'info', 'debug'],
      'LOG_LEVEL must be silent, error, warn, info or debug',
    ),
    'info',
  ),
  VITE_BODY_KEY: bytesLong('VITE_BODY_KEY', 32),
  VITE_BODY_IV: bytesLong('VITE_BODY_IV', 16),
  BODY_OLD_KEY: v.optional(bytesLong('BODY_OLD_KEY', 32)),
  BODY_OLD_IV: v.optional(bytesLong('BODY_OLD_IV', 16)),
})

/** An S3-compatible bucket. */
export type Bucket = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** How the books are backed up. */
type BackupConfig = {
  passphrase: string | undefined
  /** A file whose first line is the passphrase. */
  passphraseFile: string | undefined
  /** Where the server makes backups by itself; by hand only, without it. */
  folder: string | undefined
  everyHours: number
  /** How many of the server's own backups stay in the folder. */
  keep: number
}

export type Config = {
  production: boolean
  host: string
  port: number
  dataDir: string
  /** PostgreSQL itself. */
  databaseUrl: string | undefined
  /** A PgBouncer in transaction mode in front of it, for calls. */
  poolerUrl: string | undefined
  databaseLimits: DatabaseLimits
  /** A streaming replica that answers lists and reports while it is at most so far behind. */
  replica: { url: string; maxLagMs: number } | undefined
  /** Request timeout in milliseconds. File transfers may take longer. */
  requestMs: number
  /** How long a stopping server goes on answering where others run. */
  drainMs: number
  /** Requests a minute on all servers together. One address may serve a whole office behind one router. */
  rateLimits: { account: number; address: number; signInsOfAddress: number }
  /** Where files are kept, instead of DATA_DIR/files. */
  bucket: Bucket | undefined
  /** The keys of customers' BVN and NIN, the one that seals first; none if they are in the data folder. */
  identityKeys: readonly Buffer[]
  backup: BackupConfig
  /** After how many years without anything open or new a customer can be anonymised. */
  keepYears: number
  /** Demo accounts and data are allowed: never in production, only on a loopback address. */
  demo: boolean
  smtpUrl: string | undefined
  mailFrom: string
  /** Whose prints and files these are. */
  businessName: string | undefined
  /** Messages to customers. */
  sms: SmsConfig
  trustProxy: string | undefined
  /** The portal's public origin. */
  publicUrl: string | undefined
  corsOrigin: string | undefined
  /** Behind TLS: cookies are secure and HSTS is sent. */
  tls: boolean
  /** Lifts the separation of duties (rules.md). */
  allowSameApprover: boolean
  /** For how many hours an admin with new rights decides on nothing; 0 switches that rule off (rules.md, "New rights"). */
  newRightsWaitHours: number
  /** What tells the balances of business wallets is for the superadmin only (rules.md). */
  hidesBusinessBalances: boolean
  logLevel: string
  /** Where figures for Prometheus are served; nowhere, without it. */
  metrics: { host: string; port: number } | undefined
  /** The OpenTelemetry collector that traces go to. */
  tracing: { endpoint: string; service: string } | undefined
  /** Open encrypted bodies: the portal's key, then that of pages of another build. */
  bodyKeys: readonly BodyKey[]
}

/** The public values of the repository's .env, which production rejects. */
const developmentValues = {
  VITE_BODY_KEY: 'alajo-development-body-key-32byt',
  VITE_BODY_IV: 'alajo-dev-iv-16b',
} as const

export class ConfigError extends Error {}

/** Reads the environment once. Throws a ConfigError that names each variable that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const named = Object.keys(Environment.entries).flatMap((name) => {
    const value = environment[name]
    return value === undefined || value === '' ? [] : [[name, value]]
  })
  const parsed = v.safeParse(Environment, Object.fromEntries(named))
  const faults = parsed.success
    ? [
        ...databaseFaults(parsed.output),
        ...bucketFaults(parsed.output),
        ...identityFaults(parsed.output),
        ...bodyFaults(parsed.output),
        ...backupFaults(parsed.output),
        ...smsFaults(
          parsed.output,
          parsed.output.NODE_ENV !== 'production' || parsed.output.ALLOW_PLAIN_HTTP === 'true',
        ),
        ...productionFaults(parsed.output),
      ]
    : parsed.issues.map((issue) =>
        issue.type === 'object' ? `${v.getDotPath(issue)} is missing` : issue.message,
      )
  if (faults.length > 0) throw new ConfigError(`The configuration has a fault:\n  ${faults.join('\n  ')}`)
  const env = parsed.output as v.InferOutput<typeof Environment>
  const production = env.NODE_ENV === 'production'
  const demo = env.DEMO === 'on' && !production && isLoopback(env.HOST)
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    poolerUrl: env.DATABASE_DIRECT_URL === undefined ? undefined : env.DATABASE_URL,
    databaseLimits: {
      connections: env.DATABASE_CONNECTIONS,
      waitMs: env.DATABASE_WAIT_SECONDS * 1000,
      lockMs: env.DATABASE_LOCK_SECONDS * 1000,
      statementMs: env.DATABASE_STATEMENT_SECONDS * 1000,
    },
    replica:
      env.DATABASE_READ_URL === undefined
        ? undefined
        : { url: env.DATABASE_READ_URL, maxLagMs: env.DATABASE_READ_LAG_SECONDS * 1000 },
    requestMs: env.REQUEST_SECONDS * 1000,
    drainMs: env.DRAIN_SECONDS * 1000,
    rateLimits: {
      account: env.RATE_LIMIT_ACCOUNT,
      address: env.RATE_LIMIT_ADDRESS,
      signInsOfAddress: env.RATE_LIMIT_SIGN_IN,
    },
    bucket: bucketOf(env),
    identityKeys: identityKeysIn(env),
    backup: {
      passphrase: env.BACKUP_PASSPHRASE,
      passphraseFile: env.BACKUP_PASSPHRASE_FILE,
      folder: env.BACKUP_FOLDER && path.resolve(env.BACKUP_FOLDER),
      everyHours: env.BACKUP_HOURS,
      keep: env.BACKUP_KEEP,
    },
    keepYears: env.KEEP_YEARS,
    demo,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    businessName: env.BUSINESS_NAME,
    sms: smsOf(env, production),
    trustProxy: env.TRUST_PROXY,
    corsOrigin: env.CORS_ORIGIN,
    publicUrl: env.PUBLIC_URL,
    tls: env.PUBLIC_URL?.startsWith('https:') ?? false,
    allowSameApprover: env.ALLOW_SAME_APPROVER === 'true',
    newRightsWaitHours:
      env.NEW_RIGHTS_WAIT_HOURS === undefined ? (demo ? 0 : 24) : Number(env.NEW_RIGHTS_WAIT_HOURS),
    hidesBusinessBalances: env.HIDE_BUSINESS_BALANCES === 'true',
    logLevel: env.LOG_LEVEL,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, service: env.OTEL_SERVICE_NAME }
      : undefined,
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    bodyKeys: bodyKeysIn(env),
  }
}

/** Path-style addresses, which every S3-compatible store supports: endpoint/bucket/name. */
function placeOf(text: string): { endpoint: string; bucket: string; region: string } | undefined {
  const [, bucket, query] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\?(.+)$/.exec(text) ?? []
  if (!bucket) return undefined
  const { endpoint = '', region = 'us-east-1', ...more } = Object.fromEntries(new URLSearchParams(query))
  if (!URL.canParse(endpoint) || Object.keys(more).length > 0 || !/^[a-z0-9-]+$/.test(region))
    return undefined
  const { protocol, origin, href } = new URL(endpoint)
  const isPlain = ['http:', 'https:'].includes(protocol) && [origin, `${origin}/`].includes(href)
  return isPlain ? { endpoint: origin, bucket, region } : undefined
}

function bucketOf(env: v.InferOutput<typeof Environment>): Bucket | undefined {
  const place = env.FILES_URL === undefined ? undefined : placeOf(env.FILES_URL)
  const { FILES_ACCESS_KEY_ID: accessKeyId = '', FILES_SECRET_ACCESS_KEY: secretAccessKey = '' } = env
  return place && { ...place, accessKeyId, secretAccessKey }
}

const bucketFaults = (env: v.InferOutput<typeof Environment>) =>
  (['FILES_ACCESS_KEY_ID', 'FILES_SECRET_ACCESS_KEY'] as const)
    .filter((name) => env.FILES_URL !== undefined && env[name] === undefined)
    .map((name) => `${name} is missing: FILES_URL can't be read without it`)

/** A key of 32 bytes from base64; undefined if it is none. */
export function keyFrom(text: string): Buffer | undefined {
  const bytes = Buffer.from(text.trim(), 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text.trim() ? bytes : undefined
}

const identityKeysIn = ({ IDENTITY_KEY: own, IDENTITY_OLD_KEYS: old }: v.InferOutput<typeof Environment>) =>
  [own, ...(old?.split(',') ?? [])].flatMap((text) => (text && keyFrom(text)) || [])

const databaseFaults = (env: v.InferOutput<typeof Environment>) =>
  env.DATABASE_URL === undefined
    ? [
        ...(env.DATABASE_READ_URL ? ['DATABASE_URL is missing: DATABASE_READ_URL names its replica'] : []),
        ...(env.DATABASE_DIRECT_URL
          ? ['DATABASE_URL is missing: beside DATABASE_DIRECT_URL it names the PgBouncer in front']
          : []),
      ]
    : []

const bodyKeysIn = (env: v.InferOutput<typeof Environment>): BodyKey[] => [
  { key: env.VITE_BODY_KEY, iv: env.VITE_BODY_IV },
  ...(env.BODY_OLD_KEY !== undefined && env.BODY_OLD_IV !== undefined
    ? [{ key: env.BODY_OLD_KEY, iv: env.BODY_OLD_IV }]
    : []),
]

const bodyFaults = ({ BODY_OLD_KEY: key, BODY_OLD_IV: iv }: v.InferOutput<typeof Environment>) =>
  (key === undefined) === (iv === undefined)
    ? []
    : [`${key === undefined ? 'BODY_OLD_KEY' : 'BODY_OLD_IV'} is missing: an old key and its IV go together`]

const identityFaults = (env: v.InferOutput<typeof Environment>) =>
  env.IDENTITY_OLD_KEYS !== undefined && env.IDENTITY_KEY === undefined
    ? ['IDENTITY_KEY is missing: IDENTITY_OLD_KEYS only opens what was sealed before']
    : []

const backupFaults = (env: v.InferOutput<typeof Environment>) => [
  ...(env.BACKUP_PASSPHRASE !== undefined && env.BACKUP_PASSPHRASE_FILE !== undefined
    ? ['BACKUP_PASSPHRASE and BACKUP_PASSPHRASE_FILE are both set: keep one']
    : []),
  ...(env.BACKUP_FOLDER !== undefined && (env.BACKUP_PASSPHRASE ?? env.BACKUP_PASSPHRASE_FILE) === undefined
    ? ['BACKUP_PASSPHRASE_FILE is missing: backups in BACKUP_FOLDER are encrypted']
    : []),
]

function productionFaults(env: v.InferOutput<typeof Environment>): string[] {
  if (env.NODE_ENV !== 'production') return []
  const faults: string[] = []
  for (const name of ['VITE_BODY_KEY', 'VITE_BODY_IV'] as const)
    if (env[name] === developmentValues[name])
      faults.push(`${name} is the development value; build and start with one of your own`)
  if (!env.PUBLIC_URL?.startsWith('https:') && env.ALLOW_PLAIN_HTTP !== 'true')
    faults.push('PUBLIC_URL must start with https:// (or set ALLOW_PLAIN_HTTP=true where no TLS is in front)')
  if (bucketOf(env)?.endpoint.startsWith('http:') && env.ALLOW_PLAIN_HTTP !== 'true')
    faults.push('FILES_URL must have an endpoint that starts with https:// (or set ALLOW_PLAIN_HTTP=true)')
  if (!env.DATABASE_URL && env.ALLOW_EMBEDDED !== 'true')
    faults.push(
      'DATABASE_URL is missing: name a PostgreSQL, or set ALLOW_EMBEDDED=true to keep the books in the embedded database of DATA_DIR',
    )
  if (!env.SMTP_URL) faults.push('SMTP_URL is missing: sign-in tokens could not be sent')
  if (env.MAIL_FROM === developmentSender)
    faults.push(
      'MAIL_FROM is missing: mails need a sender that mail servers take, such as no-reply@example.com',
    )
  return faults
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const most = isIPv6(address) ? 128 : 32
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
  return isIP(address) > 0 && fits && rest.length === 0
}

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

/** Loads the development values of .env; real environment variables win. */
export function loadDotEnv(file = '.env') {
  if (existsSync(file)) process.loadEnvFile(file)
}
