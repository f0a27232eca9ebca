import {
  escapeFor,
  fill,
  inAddress,
  isPlaceholder,
  namesIn,
  placeholders,
  type TemplateValues,
} from './template'

/** An HTTP gateway that sends SMS. */
export type SmsGateway = {
  url: string
  method: 'POST' | 'PUT' | 'GET'
  headers: Readonly<Record<string, string>>
  /** Undefined for GET. */
  body: string | undefined
  timeoutMs: number
}
export type SmsConfig = {
  /** Whether customers get messages at all. */
  isOn: boolean
  /** Without a gateway, messages are files in the outbox. */
  gateway: SmsGateway | undefined
}

type SmsEnvironment = {
  SMS?: 'on' | 'off' | undefined
  SMS_URL?: string | undefined
  SMS_METHOD: SmsGateway['method']
  SMS_HEADERS?: string | undefined
  SMS_BODY?: string | undefined
  SMS_TIMEOUT_SECONDS: number
}

const defaultBody = '{"to":"{international}","text":"{text}"}'
const bodyOf = ({ SMS_METHOD, SMS_BODY }: SmsEnvironment) =>
  SMS_METHOD === 'GET' ? undefined : (SMS_BODY ?? defaultBody)

/** Header names and values from JSON; undefined if it is something else, or has what HTTP does not allow. */
export function headersFrom(text: string): Record<string, string> | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined
    if (Object.values(parsed).some((value) => typeof value !== 'string')) return undefined
    return Object.fromEntries(new Headers(parsed as Record<string, string>))
  } catch {
    return undefined
  }
}

const headersOf = (env: SmsEnvironment): Record<string, string> => ({
  ...(bodyOf(env) !== undefined && { 'content-type': 'application/json' }),
  ...(env.SMS_HEADERS !== undefined && headersFrom(env.SMS_HEADERS)),
})

/** In production without a gateway nothing could be sent, so that messages are off unless SMS=on asks for files. */
export const smsOf = (env: SmsEnvironment, production: boolean): SmsConfig => ({
  isOn: (env.SMS ?? (production && !env.SMS_URL ? 'off' : 'on')) === 'on',
  gateway: env.SMS_URL
    ? {
        url: env.SMS_URL,
        method: env.SMS_METHOD,
        headers: headersOf(env),
        body: bodyOf(env),
        timeoutMs: env.SMS_TIMEOUT_SECONDS * 1000,
      }
    : undefined,
})

const sample: TemplateValues = {
  phone: '08030000000',
  international: '2348030000000',
  text: 'A "text"',
  id: '1',
}

/** Faults that involve several variables. They quote no value, which may be a key. */
export function smsFaults(env: SmsEnvironment, allowsPlainHttp: boolean): string[] {
  const { SMS_URL: url, SMS_METHOD: method } = env
  if (url === undefined)
    return (['SMS_HEADERS', 'SMS_BODY'] as const)
      .filter((name) => env[name] !== undefined)
      .map((name) => `SMS_URL is missing: ${name} has no use without it`)
  const faults: string[] = []
  const filled = new URL(fill(url, sample, inAddress))
  if (filled.username || filled.password)
    faults.push('SMS_URL must not have a user or password: put them into SMS_HEADERS as Authorization')
  if (filled.origin !== new URL(url).origin)
    faults.push('SMS_URL may have placeholders in its path and query only')
  if (filled.protocol === 'http:' && !allowsPlainHttp)
    faults.push('SMS_URL must start with https:// (or set ALLOW_PLAIN_HTTP=true)')
  if (method === 'GET' && env.SMS_BODY !== undefined)
    faults.push('SMS_BODY has no use with SMS_METHOD=GET: put the placeholders into SMS_URL')
  const body = bodyOf(env)
  const names = { SMS_URL: namesIn(url), SMS_BODY: body === undefined ? [] : namesIn(body) }
  for (const [variable, used] of Object.entries(names))
    if (used.some((name) => !isPlaceholder(name)))
      faults.push(
        `${variable} has an unknown placeholder: there are ${placeholders.map((name) => `{${name}}`).join(', ')}`,
      )
  const all = Object.values(names).flat()
  if (!all.includes('text')) faults.push('SMS_URL or SMS_BODY must have the placeholder {text}')
  if (!all.includes('phone') && !all.includes('international'))
    faults.push('SMS_URL or SMS_BODY must have the placeholder {phone} or {international}')
  const contentType = headersOf(env)['content-type'] ?? ''
  if (
    body !== undefined &&
    /\bjson\b/i.test(contentType) &&
    !isJson(fill(body, sample, escapeFor(contentType)))
  )
    faults.push('SMS_BODY must be JSON, with placeholders inside quotes (or set Content-Type in SMS_HEADERS)')
  return faults
}

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
