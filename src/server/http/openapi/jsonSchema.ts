import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type { Schema, WireForm } from '#contract/values'

/** A schema of JSON, as it travels. */
export type { JsonSchema }

const amount = (least: number | undefined): JsonSchema => ({
  type: 'string',
  pattern: least === undefined || least < 0 ? String.raw`^-?\d+\.\d{2}$` : String.raw`^\d+\.\d{2}$`,
  description: `Naira with two decimals${least && least > 0 ? ', above zero' : ''}.`,
})

/** What travels in place of a value with a wire form (domain/wire.ts). */
const wireSchemas: Record<WireForm, (shape: JsonSchema) => JsonSchema> = {
  id: (shape) => shape,
  naira: ({ minimum }) => amount(minimum),
  percent: () => ({
    type: 'number',
    minimum: 0,
    maximum: 100,
    description: 'Percent, at most two decimals.',
  }),
  oneZero: () => ({ enum: [0, 1] }),
  oneZeroText: () => ({ enum: ['0', '1'] }),
  dayFirst: () => ({ type: 'string', pattern: String.raw`^\d{2}-\d{2}-\d{4}$`, description: 'dd-mm-yyyy.' }),
  name: (shape) => shape,
  phone: (shape) => shape,
}

/** What schemas of the contract say of themselves. */
type Noted = { wire?: WireForm; meaning?: string }

/** Limits of a number, which the text that travels in its place does not have. */
const numberLimits: readonly string[] = ['min_value', 'max_value', 'safe_integer', 'integer']

/**
 * The JSON schema of a schema of the contract, with its wire forms. What valibot checks and JSON Schema can't say (a day that exists)
 * is left out.
 */
export function wireSchemaOf(schema: Schema): JsonSchema {
  const { $schema: _draft, ...json } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type === 'metadata') {
        const { metadata } = valibotAction as unknown as { metadata: Noted }
        const { wire: _form, meaning: _text, ...shape } = jsonSchema as JsonSchema & Noted
        const { wire, meaning } = metadata
        if (meaning) return { ...shape, description: [shape.description, meaning].filter(Boolean).join(' ') }
        return wire ? wireSchemas[wire](shape) : undefined
      }
      const isNumber = jsonSchema.type === 'number' || jsonSchema.type === 'integer'
      return !isNumber && numberLimits.includes(valibotAction.type) ? jsonSchema : undefined
    },
  })
  return json
}
