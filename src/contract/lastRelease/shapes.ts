import type { Named } from '../call'

/** A schema as JSON: what a value must be. Rules are validations and the wire form, as text. */
export type Shape = {
  type: string
  optional?: true
  nullable?: true
  rules?: string[]
  fields?: Record<string, Shape>
  item?: Shape
  values?: string[]
  options?: Shape[]
}

/** A call as the other side knows it. */
export type CallShape = Pick<Named, 'kind' | 'path'> & { encoding: string; input: Shape; output: Shape }
export type ContractShape = Record<string, CallShape>

export const shapeOfContract = (calls: readonly Named[]): ContractShape =>
  Object.fromEntries(
    calls.map(({ name, kind, path, encoding = 'plain', input, output }) => [
      name,
      { kind, path, encoding, input: shapeOf(input), output: shapeOf(output) },
    ]),
  )

type Step = {
  kind: 'schema' | 'validation' | 'metadata' | 'transformation'
  type: string
  requirement?: unknown
  metadata?: { wire?: string }
}
type Node = Step & {
  entries?: Record<string, Node>
  item?: Node
  wrapped?: Node
  /** The values of a picklist, or the schemas of a union. */
  options?: readonly (string | number | Node)[]
  literal?: string | number
  pipe?: readonly Node[]
}

export const shapeOf = (schema: unknown): Shape => shape(schema as Node)

function shape(node: Node): Shape {
  if (node.wrapped) {
    const flag = node.type === 'optional' ? { optional: true as const } : { nullable: true as const }
    return { ...shape(node.wrapped), ...flag }
  }
  const rules = rulesOf(node)
  return { ...bare(node), ...(rules.length > 0 && { rules }) }
}

function bare({ type, entries, item, options, literal }: Node): Shape {
  if (entries)
    return {
      type,
      fields: Object.fromEntries(Object.entries(entries).map(([name, one]) => [name, shape(one)])),
    }
  if (item) return { type, item: shape(item) }
  if (type === 'literal') return { type: 'picklist', values: [String(literal)] }
  if (type === 'picklist') return { type, values: options?.map(String) ?? [] }
  if (type === 'union') return { type, options: options?.map((one) => shape(one as Node)) ?? [] }
  return { type }
}

/** A schema that narrows another has that one, with its pipe, as the first step of its own pipe. */
const rulesOf = ({ pipe }: Node): string[] =>
  (pipe ?? []).flatMap((step) => {
    if (step.kind === 'schema') return step.pipe === pipe ? [] : rulesOf(step)
    if (step.metadata?.wire) return [`wire ${step.metadata.wire}`]
    if (step.kind !== 'validation') return []
    const { type, requirement } = step
    // A check is a function: only that there is one can be compared.
    const isText = typeof requirement === 'number' || typeof requirement === 'string'
    return [isText || requirement instanceof RegExp ? `${type} ${String(requirement)}` : type]
  })
