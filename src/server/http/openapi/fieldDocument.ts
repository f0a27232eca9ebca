import { type FieldAccess, type FieldCall, fieldBase, pathFields } from '#contract/field/call'
import { allFieldCalls } from '#contract/field/calls'
import { type FieldProblemCode, fieldProblems } from '#contract/field/problems'
import { requiredFields } from '#contract/call'

import { groupedBy } from '#domain/lists/groupedBy'
import { type JsonSchema, wireSchemaOf } from './jsonSchema'

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

/** The problems that each call may have, besides its own. */
const problemsOf: Record<FieldAccess, readonly FieldProblemCode[]> = {
  public: [],
  device: ['signedOut'],
  primary: ['signedOut', 'forbidden'],
}

function operationOf(call: FieldCall) {
  const { name, method, summary, description, access, example, headers = {}, replyHeaders = {}, bytes } = call
  const { problems: own = [] } = call
  const input = wireSchemaOf(call.input) as { properties?: Record<string, JsonSchema> }
  const fields = Object.entries(input.properties ?? {})
  const required = requiredFields(call as unknown as Parameters<typeof requiredFields>[0])
  const inPath = pathFields(call)
  const isWrite = method !== 'GET'
  const codes = [...problemsOf[access], ...own]
  if (isWrite || fields.length > 0) codes.push('invalid')
  if (isWrite) codes.push('refused')
  if (inPath.length > 0) codes.push('notFound')
  const parameters = fields
    .map(([field, schema]) => {
      const isPath = inPath.includes(field)
      const place = isPath ? 'path' : headers[field] ? 'header' : 'query'
      return {
        name: headers[field] ?? field,
        in: place,
        required: isPath || required.includes(field),
        schema,
        ...(example?.[field] !== undefined && { example: example[field] }),
      }
    })
    .filter((one) => method === 'GET' || one.in !== 'query')
  const described = wireSchemaOf(call.output) as { properties?: Record<string, JsonSchema> }
  const headersOf = Object.fromEntries(
    Object.entries(replyHeaders).map(([field, header]) => [
      header,
      { required: true, schema: described.properties?.[field] ?? {} },
    ]),
  )
  const withHeaders = Object.keys(headersOf).length > 0 && { headers: headersOf }
  const problems = [...codes, 'busy', 'unavailable'] as const
  return {
    operationId: name,
    summary,
    ...(description && { description }),
    security: access === 'public' ? [] : [{ token: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(isWrite && {
      requestBody: {
        required: true,
        content: bytes
          ? { [bytes]: { schema: { type: 'string', format: 'binary' } } }
          : { 'application/json': { schema: input, ...(example && { example }) } },
      },
    }),
    responses: {
      ...(bytes
        ? { '204': { description: 'Done.', ...withHeaders } }
        : {
            '200': {
              description: 'Done.',
              ...withHeaders,
              content: { 'application/json': { schema: described } },
            },
          }),
      ...Object.fromEntries(
        problems.map((code) => [String(fieldProblems[code].status), ref('responses', code)]),
      ),
      ...(isWrite && { '413': ref('responses', 'tooLarge'), '415': ref('responses', 'otherType') }),
      '503': ref('responses', isWrite ? 'outcomeUnknown' : 'busy'),
    },
  }
}

const headersOfCode: Partial<Record<FieldProblemCode, Record<string, object>>> = {
  signedOut: { 'WWW-Authenticate': { required: true, schema: { const: 'Bearer' } } },
  busy: { 'Retry-After': ref('headers', 'RetryAfter') },
  outcomeUnknown: { 'Retry-After': ref('headers', 'RetryAfter') },
}
const problem = { content: { 'application/problem+json': { schema: ref('schemas', 'Problem') } } }
const adviceOf = Object.entries(fieldProblems).map(([code, { advice }]) => `\`${code}\`: ${advice}`)

/** OpenAPI 3.1 of the collectors' interface. */
export function fieldDocument() {
  const paths = groupedBy(allFieldCalls, ({ path }) => path)
  const described = Object.fromEntries(
    [...paths].map(([path, calls]) => [
      path,
      Object.fromEntries(calls.map((call) => [call.method.toLowerCase(), operationOf(call)])),
    ]),
  )
  const text = JSON.stringify(described)
  const isUsed = (code: string) => text.includes(`"#/components/responses/${code}"`)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Alajo, the collectors’ interface',
      version: '1.0.0',
      description:
        'For an app with which agents collect. JSON over TLS. Money travels as naira with two decimals, in text; days are days in Lagos; times have their offset. An error is a problem (RFC 9457) with a `code`. Fields that are not described here may be added to replies. A body has at most 1 MB and may be compressed (`Content-Encoding: gzip`); so is a long reply to who accepts it. A device first enrols (`makeNonce`, `enrolDevice`); once an admin has approved it, it asks for tokens (`makeNonce`, `makeToken`). Whatever records has an id that the device makes: what has no reply is sent again, unchanged, and is done once.',
      license: { name: 'Not licensed', identifier: 'LicenseRef-Unlicensed' },
    },
    servers: [{ url: fieldBase }],
    paths: described,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of an approved device, for 15 minutes.',
        },
      },
      schemas: {
        Problem: {
          type: 'object',
          required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
          properties: {
            type: { type: 'string', format: 'uri-reference' },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string', description: 'For the agent to read.' },
            code: { enum: Object.keys(fieldProblems), description: adviceOf.join(' ') },
            fields: {
              type: 'array',
              items: { type: 'string' },
              description:
                'Of `invalid`: what is wrong with the input, one text a fault, at most 20; in a list with its place, counted from 0: `lines.3: …`.',
            },
            retry_after: { type: 'integer', description: 'Seconds to wait. Nothing was done.' },
            request_id: { type: 'string', description: 'The server’s log has it.' },
          },
        },
      },
      headers: {
        RetryAfter: { description: 'Seconds to wait, as `retry_after`.', schema: { type: 'integer' } },
      },
      responses: {
        ...Object.fromEntries(
          Object.entries(fieldProblems)
            .filter(([code]) => isUsed(code))
            .map(([code, { advice }]) => {
              const headers = headersOfCode[code as FieldProblemCode]
              return [code, { description: advice, ...(headers && { headers }), ...problem }]
            }),
        ),
        tooLarge: { description: 'The body is too large (`invalid`).', ...problem },
        otherType: {
          description: 'The body is of another content type than described (`invalid`).',
          ...problem,
        },
      },
    },
  }
}
