import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, isLoopback, readConfig } from './config'

const keys = { VITE_BODY_KEY: 'k'.repeat(32), VITE_BODY_IV: 'i'.repeat(16) }
const development = { VITE_BODY_KEY: 'alajo-development-body-key-32byt', VITE_BODY_IV: 'alajo-dev-iv-16b' }
const production = {
  ...keys,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://alajo.test',
  SMTP_URL: 'smtps://user:secret@mail.test',
  MAIL_FROM: 'Ada’s Savings <no-reply@ada.example>',
  DATABASE_URL: 'postgres://db.alajo.test/alajo',
}
function faultsOf(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

it('uses safe defaults for missing variables', () => {
  expect(readConfig(keys)).toEqual({
    production: false,
    host: '127.0.0.1',
    port: 4300,
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    poolerUrl: undefined,
    databaseLimits: { connections: 24, waitMs: 5000, lockMs: 5000, statementMs: 30_000 },
    replica: undefined,
    requestMs: 60_000,
    drainMs: 3_000,
    rateLimits: { account: 1200, address: 6000, signInsOfAddress: 120 },
    backup: {
      passphrase: undefined,
      passphraseFile: undefined,
      folder: undefined,
      everyHours: 6,
      keep: 30,
    },
    metrics: undefined,
    bucket: undefined,
    identityKeys: [],
    keepYears: 6,
    demo: true,
    smtpUrl: undefined,
    mailFrom: 'Alajo <no-reply@alajo.test>',
    businessName: undefined,
    sms: { isOn: true, gateway: undefined },
    trustProxy: undefined,
    corsOrigin: undefined,
    tls: false,
    allowSameApprover: false,
    newRightsWaitHours: 0,
    hidesBusinessBalances: false,
    logLevel: 'info',
    bodyKeys: [{ key: keys.VITE_BODY_KEY, iv: keys.VITE_BODY_IV }],
  })
})

it('treats an empty variable as missing', () => {
  expect(readConfig({ ...keys, PORT: '', HOST: '', SMTP_URL: '' })).toEqual(readConfig(keys))
})

it('reads the replica of a PostgreSQL, and of nothing else', () => {
  const replica = { ...keys, DATABASE_READ_URL: 'postgres://replica.alajo.test/alajo' }
  expect(readConfig({ ...production, ...replica }).replica).toEqual({
    url: replica.DATABASE_READ_URL,
    maxLagMs: 10_000,
  })
  expect(faultsOf(replica)).toContain('DATABASE_URL is missing: DATABASE_READ_URL names its replica')
})

it('uses a PgBouncer in front of PostgreSQL only if PostgreSQL itself is named too', () => {
  const direct = { ...keys, DATABASE_DIRECT_URL: 'postgres://db.alajo.test/alajo' }
  const pooled = { ...direct, DATABASE_URL: 'postgres://pooler.alajo.test:6432/alajo' }
  expect(readConfig(pooled)).toMatchObject({
    databaseUrl: direct.DATABASE_DIRECT_URL,
    poolerUrl: pooled.DATABASE_URL,
  })
  expect(readConfig(production).poolerUrl).toBeUndefined()
  expect(faultsOf(direct)).toContain('DATABASE_URL is missing: beside DATABASE_DIRECT_URL')
})

it('normalizes CORS_ORIGIN to the form browsers send', () => {
  const origin = (text: string) => readConfig({ ...keys, CORS_ORIGIN: text }).corsOrigin
  expect(origin('https://Portal.test/')).toBe('https://portal.test')
  expect(origin('https://portal.test:443/path')).toBe('https://portal.test')
  expect(origin('http://portal.test:8080')).toBe('http://portal.test:8080')
})

describe('mail', () => {
  it.each([
    'smtp://',
    'smtps://:465',
    'smtp:///mail',
    'smtp://user:100%@mail.example',
    'mail.example',
    'http://mail.example',
  ])('can not be sent by %s', (SMTP_URL) => {
    expect(faultsOf({ ...production, SMTP_URL })).toMatch(
      /^The configuration has a fault:\n {2}SMTP_URL must [^\n]+$/,
    )
  })
  it.each([
    'Alajo',
    'no-reply@',
    '@example.com',
    'no-reply@localhost',
    'Ada <no-reply@example.com',
    'Ada <no-reply@example..com>',
    'a@example.com, b@example.com',
    'Ada\nBcc: b@example.com <a@example.com>',
    '<>',
  ])('can not come from %s', (MAIL_FROM) => {
    expect(faultsOf({ ...production, MAIL_FROM })).toMatch(
      /^The configuration has a fault:\n {2}MAIL_FROM must be [^\n]+$/,
    )
  })
  it.each([
    'no-reply@example.com',
    'Ada’s Savings & Co. <ada+mail@mail.example.com>',
    '"Ada, Savings" <a@b.ng>',
  ])('may come from %s', (MAIL_FROM) => {
    expect(readConfig({ ...production, MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
  })
  it('needs a sender of its own in production', () => {
    const { MAIL_FROM: _own, ...without } = production
    for (const one of [without, { ...production, MAIL_FROM: 'Alajo <no-reply@alajo.test>' }])
      expect(faultsOf(one)).toMatch(/^The configuration has a fault:\n {2}MAIL_FROM is missing: [^\n]+$/)
  })
})

describe('the key of bodies', () => {
  const old = { BODY_OLD_KEY: 'o'.repeat(32), BODY_OLD_IV: 'v'.repeat(16) }
  it('may have one of another build beside it', () => {
    expect(readConfig({ ...keys, ...old }).bodyKeys).toEqual([
      { key: keys.VITE_BODY_KEY, iv: keys.VITE_BODY_IV },
      { key: old.BODY_OLD_KEY, iv: old.BODY_OLD_IV },
    ])
  })
  it.each(['BODY_OLD_KEY', 'BODY_OLD_IV'])('%s alone or of a wrong length is refused', (name) => {
    const { [name]: _left, ...other } = old as Record<string, string>
    expect(() => readConfig({ ...keys, ...other })).toThrow(`${name} is missing`)
    expect(() => readConfig({ ...keys, ...old, [name]: 'short' })).toThrow(`${name} must be`)
  })
})

describe('the keys of BVN and NIN', () => {
  const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const text = (...all: Buffer[]) => all.map((key) => key.toString('base64')).join(', ')

  it('are read from base64, the one that seals first', () => {
    expect(readConfig({ ...keys, IDENTITY_KEY: text(one) }).identityKeys).toEqual([one])
    const rotating = { ...keys, IDENTITY_KEY: text(two), IDENTITY_OLD_KEYS: text(one, one) }
    expect(readConfig(rotating).identityKeys).toEqual([two, one, one])
  })

  it.each([
    [{ IDENTITY_KEY: 'c2hvcnQ=' }, 'IDENTITY_KEY must be 32 bytes in base64'],
    [{ IDENTITY_KEY: 'k'.repeat(32) }, 'IDENTITY_KEY must be 32 bytes in base64'],
    [{ IDENTITY_KEY: text(one), IDENTITY_OLD_KEYS: `${text(two)},` }, 'IDENTITY_OLD_KEYS must be keys of'],
    [{ IDENTITY_OLD_KEYS: text(two) }, 'IDENTITY_KEY is missing'],
  ])('are refused without being quoted: %j', (environment, fault) => {
    const faults = faultsOf({ ...keys, ...environment })
    expect(faults).toContain(fault)
    for (const value of Object.values(environment)) expect(faults).not.toContain(value)
  })
})

describe('messages to customers', () => {
  const url = 'https://sms.test/send'
  const read = (environment: NodeJS.ProcessEnv) => readConfig({ ...keys, ...environment }).sms

  it('are files without a gateway, off by configuration, and off in production without a gateway', () => {
    expect(read({})).toEqual({ isOn: true, gateway: undefined })
    expect(read({ SMS: 'off' })).toEqual({ isOn: false, gateway: undefined })
    expect(read(production).isOn).toBe(false)
    expect(read({ ...production, SMS: 'on' }).isOn).toBe(true)
    expect(read({ ...production, SMS_URL: url }).isOn).toBe(true)
    expect(read({ SMS_URL: url, SMS: 'off' }).isOn).toBe(false)
  })

  it('go to a gateway with method, headers and body', () => {
    expect(read({ SMS_URL: url }).gateway).toEqual({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"to":"{international}","text":"{text}"}',
      timeoutMs: 10_000,
    })
    const form = {
      SMS_URL: url,
      SMS_METHOD: 'PUT',
      SMS_HEADERS: '{"Content-Type":"application/x-www-form-urlencoded","Authorization":"Bearer secret"}',
      SMS_BODY: 'to={phone}&text={text}',
      SMS_TIMEOUT_SECONDS: '3',
    }
    expect(read(form).gateway).toEqual({
      url,
      method: 'PUT',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Bearer secret' },
      body: 'to={phone}&text={text}',
      timeoutMs: 3000,
    })
    const get = { SMS_URL: `${url}?to={phone}&text={text}`, SMS_METHOD: 'GET' }
    expect(read(get).gateway).toMatchObject({ method: 'GET', headers: {}, body: undefined })
  })

  it.each([
    [{ SMS: 'no' }, 'SMS must be on or off'],
    [{ SMS_URL: 'ftp://secret.test' }, 'SMS_URL must be an address that starts with http:// or https://'],
    [{ SMS_URL: url, SMS_METHOD: 'PATCH' }, 'SMS_METHOD must be POST, PUT or GET'],
    [{ SMS_URL: url, SMS_TIMEOUT_SECONDS: '31' }, 'SMS_TIMEOUT_SECONDS must be at most 30'],
    [{ SMS_URL: url, SMS_HEADERS: 'Authorization: secret' }, 'SMS_HEADERS must be JSON with names and texts'],
    [{ SMS_URL: url, SMS_HEADERS: '{"Authorization":"sec\\nret"}' }, 'SMS_HEADERS must be JSON'],
    [{ SMS_URL: url, SMS_HEADERS: '{"a secret":"b"}' }, 'SMS_HEADERS must be JSON'],
    [{ SMS_URL: url, SMS_HEADERS: '["secret"]' }, 'SMS_HEADERS must be JSON'],
    [
      { SMS_URL: url, SMS_BODY: '{"secret":"{text}"}' },
      'must have the placeholder {phone} or {international}',
    ],
    [{ SMS_URL: url, SMS_BODY: '{"secret":"{phone}"}' }, 'must have the placeholder {text}'],
    [{ SMS_URL: url, SMS_BODY: '{"secret":{text},"to":"{phone}"}' }, 'SMS_BODY must be JSON'],
    [
      { SMS_URL: url, SMS_BODY: '{"secret":"{text}","to":"{phone}{number}"}' },
      'SMS_BODY has an unknown placeholder: there are {phone}, {international}, {text}, {id}',
    ],
    [{ SMS_URL: url, SMS_METHOD: 'GET', SMS_BODY: 'secret' }, 'SMS_BODY has no use with SMS_METHOD=GET'],
    [{ SMS_BODY: 'secret' }, 'SMS_URL is missing: SMS_BODY has no use without it'],
    [{ SMS_HEADERS: '{"a":"secret"}' }, 'SMS_URL is missing: SMS_HEADERS has no use without it'],
    [{ SMS_URL: 'https://me:secret@sms.test' }, 'SMS_URL must not have a user or password'],
    [{ SMS_URL: 'https://{phone}.secret.test' }, 'SMS_URL may have placeholders in its path and query only'],
    [{ ...production, SMS_URL: 'http://secret.test' }, 'SMS_URL must start with https://'],
  ])('are refused with the variable and without its value: %j', (environment, fault) => {
    const faults = faultsOf({ ...keys, ...environment })
    expect(faults).toContain(fault)
    expect(faults).not.toContain('secret')
  })

  it('may use plain HTTP in production behind ALLOW_PLAIN_HTTP', () => {
    const plain = { ...production, ALLOW_PLAIN_HTTP: 'true', SMS_URL: 'http://127.0.0.1:9000/sms' }
    expect(read(plain).isOn).toBe(true)
  })
})

describe('a bucket for files', () => {
  const bucket = {
    FILES_URL: 's3://alajo-files?endpoint=https://s3.test',
    FILES_ACCESS_KEY_ID: 'id',
    FILES_SECRET_ACCESS_KEY: 'my secret',
  }
  const read = (FILES_URL: string) => readConfig({ ...keys, ...bucket, FILES_URL }).bucket

  it('is read from FILES_URL', () => {
    const credentials = { bucket: 'alajo-files', accessKeyId: 'id', secretAccessKey: 'my secret' }
    expect(read(bucket.FILES_URL)).toEqual({
      ...credentials,
      endpoint: 'https://s3.test',
      region: 'us-east-1',
    })
    expect(read('s3://alajo-files?endpoint=http%3A%2F%2F127.0.0.1:9000/&region=eu-west-1')).toEqual({
      ...credentials,
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-west-1',
    })
  })

  it.each(['FILES_ACCESS_KEY_ID', 'FILES_SECRET_ACCESS_KEY'])('needs %s', (name) => {
    const message = faultsOf({ ...keys, ...bucket, [name]: '' })
    expect(message).toContain(`${name} is missing`)
    expect(message).not.toContain('my secret')
  })

  it('requires TLS in production unless ALLOW_PLAIN_HTTP is set', () => {
    const plain = { ...production, ...bucket, FILES_URL: 's3://alajo-files?endpoint=http://s3.test' }
    expect(faultsOf(plain)).toContain('FILES_URL must have an endpoint that starts with https://')
    expect(readConfig({ ...plain, ALLOW_PLAIN_HTTP: 'true' }).bucket?.endpoint).toBe('http://s3.test')
    expect(readConfig({ ...production, ...bucket }).bucket?.endpoint).toBe('https://s3.test')
  })
})

describe('an invalid variable is named in the error', () => {
  it.each([
    ['PORT', 'abc'],
    ['BUSINESS_NAME', ' '],
    ['BUSINESS_NAME', 'Ayo\nThrift'],
    ['BUSINESS_NAME', 'a'.repeat(81)],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['NODE_ENV', 'staging'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'localhost'],
    ['FILES_URL', 'https://s3.test/alajo-files'],
    ['FILES_URL', 's3://alajo-files'],
    ['FILES_URL', 's3://alajo-files?endpoint=s3.test'],
    ['FILES_URL', 's3://alajo-files?endpoint=ftp://s3.test'],
    ['FILES_URL', 's3://alajo-files?endpoint=https://id:secret@s3.test'],
    ['FILES_URL', 's3://alajo-files?endpoint=https://s3.test/path'],
    ['FILES_URL', 's3://alajo-files/path?endpoint=https://s3.test'],
    ['FILES_URL', 's3://id:secret@alajo-files?endpoint=https://s3.test'],
    ['FILES_URL', 's3://alajo-files?endpoint=https://s3.test&region=a/b'],
    ['FILES_URL', 's3://alajo-files?endpoint=https://s3.test&secret=x'],
    ['DEMO', 'yes'],
    ['SMTP_URL', 'https://mail.test'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '127.0.0.1,'],
    ['TRUST_PROXY', 'proxy.test'],
    ['CORS_ORIGIN', '*'],
    ['CORS_ORIGIN', 'portal.test'],
    ['PUBLIC_URL', 'alajo.test'],
    ['ALLOW_PLAIN_HTTP', '1'],
    ['LOG_LEVEL', 'loud'],
    ['VITE_BODY_KEY', 'short'],
    ['VITE_BODY_KEY', '₦'.repeat(32)],
    ['VITE_BODY_IV', 'i'.repeat(15)],
  ])('%s=%s', (name, value) => {
    const message = faultsOf({ ...keys, [name]: value })
    expect(message).toMatch(/^The configuration has a fault:\n {2}/)
    expect(message).toContain(name)
    expect(message.split('\n')).toHaveLength(2)
  })

  it.each(['VITE_BODY_KEY', 'VITE_BODY_IV'])('%s is missing', (name) => {
    expect(faultsOf({ ...keys, [name]: undefined })).toContain(`${name} is missing`)
  })

  it('names every invalid variable and quotes no secret', () => {
    const message = faultsOf({ PORT: 'x', DEMO: 'x', VITE_BODY_KEY: 'my secret', VITE_BODY_IV: 'iv' })
    for (const name of ['PORT', 'DEMO', 'VITE_BODY_KEY', 'VITE_BODY_IV']) expect(message).toContain(name)
    expect(message).not.toContain('my secret')
  })
})

it.each(['127.0.0.1', '::1', '10.0.0.0/8', '127.0.0.1, 10.0.0.7', 'fd00::/8', 'loopback'])(
  'TRUST_PROXY may be %s',
  (TRUST_PROXY) => expect(readConfig({ ...keys, TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY),
)

describe('production', () => {
  it('accepts its own keys, TLS and a mail server', () => {
    expect(readConfig(production)).toMatchObject({ production: true, tls: true, demo: false })
  })

  it.each([
    ['the development key', { VITE_BODY_KEY: development.VITE_BODY_KEY }, 'VITE_BODY_KEY'],
    ['the development IV', { VITE_BODY_IV: development.VITE_BODY_IV }, 'VITE_BODY_IV'],
    ['no PUBLIC_URL', { PUBLIC_URL: undefined }, 'PUBLIC_URL'],
    ['a plain PUBLIC_URL', { PUBLIC_URL: 'http://alajo.test' }, 'PUBLIC_URL'],
    ['no mail server', { SMTP_URL: undefined }, 'SMTP_URL'],
    ['the embedded database', { DATABASE_URL: undefined }, 'ALLOW_EMBEDDED=true'],
  ])('refuses %s', (_what, change, name) => {
    const message = faultsOf({ ...production, ...change })
    expect(message).toContain(name)
    expect(message.split('\n')).toHaveLength(2)
  })

  it('allows the embedded database with ALLOW_EMBEDDED', () => {
    const embedded = { ...production, DATABASE_URL: undefined, ALLOW_EMBEDDED: 'true' }
    expect(readConfig(embedded)).toMatchObject({ production: true, databaseUrl: undefined })
  })

  it('allows plain HTTP with ALLOW_PLAIN_HTTP and then sends no HSTS', () => {
    const plain = { ...production, PUBLIC_URL: undefined, ALLOW_PLAIN_HTTP: 'true' }
    expect(readConfig(plain)).toMatchObject({ production: true, tls: false })
  })
})

describe('demo accounts', () => {
  it.each([
    ['on this machine', {}, true],
    ['on this machine, by name', { HOST: 'localhost' }, true],
    ['when they are turned off', { DEMO: 'off' }, false],
    ['beyond this machine', { HOST: '0.0.0.0' }, false],
    ['on another address, despite DEMO=on', { HOST: '192.168.1.5', DEMO: 'on' }, false],
    ['in production, despite DEMO=on', { ...production, DEMO: 'on' }, false],
  ])('%s', (_where, change, demo) => expect(readConfig({ ...keys, ...change }).demo).toBe(demo))
})

it.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.0.0.1.evil.test', false],
  ['localhost.evil.test', false],
])('%s is this machine: %s', (host, is) => expect(isLoopback(host)).toBe(is))
