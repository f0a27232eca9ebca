import { type Named, requiredFields } from '#contract/call'
import { allCalls } from '#contract/index'
import { fileTypes } from '#contract/values'
import { groupedBy } from '#domain/lists/groupedBy'
import { type ActivityName, activityAim } from '../../audit/activityTexts'
import { type JsonSchema, wireSchemaOf } from './jsonSchema'

const json = 'application/json'
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

/** 'Get customers balance', of customers.getCustomersBalance. */
const wordsOf = ({ name, group }: Named) => {
  const words = name
    .slice(group.length + 1)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
const summaryOf = (call: Named) =>
  call.kind === 'write' ? activityAim(call.name as ActivityName) : wordsOf(call)

const eitherOf = (schemas: readonly JsonSchema[]): JsonSchema =>
  schemas.length === 1 ? (schemas[0] as JsonSchema) : { anyOf: [...schemas] }

/** The body as it is sent: some are sealed, which hides them from the log of a proxy (docs/run/security.md). */
function bodyOf(calls: readonly Named[]) {
  const plain = eitherOf(
    calls.map((call) => ({ title: call.name, ...wireSchemaOf(call.input) })) as JsonSchema[],
  )
  if (!calls.some(({ encoding }) => encoding === 'encrypted'))
    return {
      required: true,
      content: {
        [json]: { schema: plain },
        ...(calls.some(({ encoding }) => encoding === 'form') && {
          'application/x-www-form-urlencoded': { schema: plain },
        }),
      },
    }
  const sealed = {
    type: 'object',
    required: ['request_data', '_isEncrypted'],
    properties: {
      request_data: {
        type: 'string',
        contentEncoding: 'base64',
        contentMediaType: json,
        contentSchema: plain,
        description:
          'The JSON body in UTF-8, sealed with AES-256-CBC and PKCS7 padding. Key and IV are the UTF-8 bytes of VITE_BODY_KEY and VITE_BODY_IV of the portal’s build.',
      },
      _isEncrypted: { const: true },
    },
  }
  return { required: true, content: { [json]: { schema: sealed } } }
}

function repliesOf(calls: readonly Named[]) {
  const done = calls.map((call) => ({
    title: call.name,
    allOf: [ref('schemas', 'Done'), wireSchemaOf(call.output)],
  })) as JsonSchema[]
  const isFile = calls.some((call) => call.kind === 'read' && call.csv !== undefined)
  const isOpen = calls.every(({ access }) => access === 'public')
  const file = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }
  return {
    '200': {
      description: 'Done, or a refusal with its reason.',
      content: {
        [json]: { schema: { anyOf: [...done, ref('schemas', 'Refusal')] } },
        ...(isFile && Object.fromEntries(Object.values(fileTypes).map((type) => [type, file]))),
      },
    },
    ...(!isOpen && { '401': ref('responses', 'SignedOut'), '403': ref('responses', 'Forbidden') }),
    '422': ref('responses', 'Unreadable'),
    '429': ref('responses', 'Busy'),
    '503': ref('responses', 'Unavailable'),
    ...(calls.some(({ kind }) => kind === 'write') && { '409': ref('responses', 'InFlight') }),
  }
}

/** Calls that share a path differ by their required fields. */
function operationOf(calls: readonly Named[]) {
  const [first] = calls
  if (!first) throw new Error('A path has no calls.')
  const required = calls.map((call) => `\`${call.name}\`: ${requiredFields(call).join(', ') || 'none'}`)
  return {
    operationId: calls.map(({ name }) => name.replace('.', '_')).join('_or_'),
    tags: [first.group],
    summary: calls.map(summaryOf).join(', or '),
    ...(calls.length > 1 && {
      description: `The required fields of the body tell these calls apart. ${required.join('; ')}.`,
    }),
    security: first.access === 'public' ? [] : [{ logintoken: [] }],
    ...(calls.some(({ kind }) => kind === 'write') && {
      parameters: [ref('parameters', 'IdempotencyKey')],
    }),
    requestBody: bodyOf(calls),
    responses: repliesOf(calls),
  }
}

const envelope = (status: readonly string[], more: Record<string, JsonSchema> = {}) => ({
  type: 'object',
  required: ['status', 'message'],
  properties: { status: { enum: [...status] }, message: { type: 'string' }, ...more },
})
const failure = (description: string) => ({
  description,
  content: { [json]: { schema: ref('schemas', 'Failure') } },
})

/** OpenAPI 3.1 of all calls of the portal, without the permissions that they need: those are each business's own. */
export function portalDocument() {
  const paths = groupedBy(allCalls, ({ path }) => path)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Alajo, the portal’s calls',
      version: '1.0.0',
      description:
        'Each call is a POST. Money travels as naira with two decimals, in text; stamps are the wall-clock time in Lagos. Sign-in: `session.adminLogin`, then `session.loginToken` with its `login_token` in the header `logintoken` and the e-mailed token; the `login_token` of that reply is for all other calls. A change has an `idempotency-key`. Who keeps the cookie XSRF-TOKEN sends its value in the header `x-xsrf-token` too. Which permissions a call needs is not said here.',
      license: { name: 'Not licensed', identifier: 'LicenseRef-Unlicensed' },
    },
    servers: [{ url: '/api/admin' }],
    tags: [...new Set(allCalls.map(({ group }) => group))].map((name) => ({
      name,
      description: `Calls about ${name.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase()}.`,
    })),
    paths: Object.fromEntries([...paths].map(([path, calls]) => [`/${path}`, { post: operationOf(calls) }])),
    components: {
      securitySchemes: {
        logintoken: {
          type: 'apiKey',
          in: 'header',
          name: 'logintoken',
          description: 'The `login_token` of the sign-in’s last step.',
        },
      },
      parameters: {
        IdempotencyKey: {
          name: 'idempotency-key',
          in: 'header',
          description: 'Of a change, which it needs: a UUID. The same key again gets the first reply.',
          schema: { type: 'string', format: 'uuid' },
        },
      },
      schemas: {
        Done: envelope(['200', '204'], {
          warning: {
            const: true,
            description: 'Done, but what follows it failed: the message says what to do.',
          },
        }),
        Refusal: envelope(['100', '300', '302', '400'], {
          required_fields: { type: 'array', items: { type: 'string' } },
        }),
        Failure: envelope(['300', '400']),
      },
      responses: {
        SignedOut: failure('No session, or one that ended.'),
        Forbidden: failure('The admin lacks the permission.'),
        Unreadable: failure('The body can’t be read.'),
        InFlight: failure('A change with this key is being made.'),
        Busy: failure('Too many requests: try again after Retry-After.'),
        Unavailable: failure(
          'The server is busy. With Retry-After nothing was done; without it, check by the key.',
        ),
      },
    },
  }
}
