import { type FieldAccess, type FieldCall, fieldBase } from '#contract/field/call'
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
  const { name, method, summary, description, access, example } = call
  const input = wireSchemaOf(call.input) as { properties?: Record<string, JsonSchema> }
  const fields = Object.entries(input.properties ?? {})
  const required = requiredFields(call as unknown as Parameters<typeof requiredFields>[0])
  const codes = [...problemsOf[access], ...(fields.length > 0 ? (['invalid'] as const) : [])]
  if (method === 'POST') codes.push('refused')
  const problems = [...codes, 'busy', 'unavailable'] as const
  return {
    operationId: name,
    summary,
    ...(description && { description }),
    security: access === 'public' ? [] : [{ token: [] }],
    ...(method === 'GET' &&
      fields.length > 0 && {
        parameters: fields.map(([field, schema]) => ({
          name: field,
          in: 'query',
          required: required.includes(field),
          schema,
          ...(example?.[field] !== undefined && { example: example[field] }),
        })),
      }),
    ...(method === 'POST' && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: input, ...(example && { example }) } },
      },
    }),
    responses: {
      '200': {
        description: 'Done.',
        content: { 'application/json': { schema: wireSchemaOf(call.output) } },
      },
      ...Object.fromEntries(
        problems.map((code) => [String(fieldProblems[code].status), ref('responses', code)]),
      ),
      '503': ref('responses', method === 'POST' ? 'outcomeUnknown' : 'busy'),
    },
  }
}

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
        'For an app with which agents collect. JSON over TLS. Money travels as naira with two decimals, in text; days are days in Lagos; times have their offset. An error is a problem (RFC 9457) with a `code`.',
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
            code: { enum: Object.keys(fieldProblems) },
            fields: {
              type: 'array',
              items: { type: 'string' },
              description: 'What is wrong with the input, one text a fault.',
            },
            retry_after: { type: 'integer', description: 'Seconds to wait. Nothing was done.' },
            request_id: { type: 'string', description: 'The server’s log has it.' },
          },
        },
      },
      responses: Object.fromEntries(
        Object.entries(fieldProblems)
          .filter(([code]) => isUsed(code))
          .map(([code, { title }]) => [
            code,
            {
              description: title,
              content: { 'application/problem+json': { schema: ref('schemas', 'Problem') } },
            },
          ]),
      ),
    },
  }
}
