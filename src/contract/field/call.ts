import type * as v from 'valibot'
import type { Shape } from '../values'
import type { FieldProblemCode } from './problems'

/** Where the collectors' interface is. */
export const fieldBase = '/api/field/v1'

/** Who may make a call: anyone, an approved device of an active agent, or the agent's primary device, which alone records. */
export type FieldAccess = 'public' | 'device' | 'primary'

/** A call of the collectors' interface: JSON in and out, a GET with its input in the query. What `path` names is in the address. */
export type FieldCall<In extends Shape = Shape, Out extends Shape = Shape> = {
  name: string
  method: 'GET' | 'POST' | 'PATCH'
  /** Under `fieldBase`, with fields of the input in braces: /uploads/{id}. */
  path: string
  access: FieldAccess
  /** For the description of the interface: one line, and what else a client must know. */
  summary: string
  description?: string
  input: In
  output: Out
  /** What may be refused, besides what its method, input and `access` say. */
  problems?: readonly FieldProblemCode[]
  /** Headers with fields of the input. */
  headers?: Readonly<Record<string, string>>
  /** Headers with fields of the reply too; a HEAD of the same address gets them alone. */
  replyHeaders?: Readonly<Record<string, string>>
  /** The body is bytes of this type, and the reply has none. */
  bytes?: string
  /** An input in wire form, which a test checks. */
  example?: Readonly<Record<string, unknown>>
}

/** The fields of the input that the address names. */
export const pathFields = ({ path }: Pick<FieldCall, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field)

export type FieldInput<C extends FieldCall> = v.InferOutput<C['input']>
export type FieldOutput<C extends FieldCall> = v.InferOutput<C['output']>

export const fieldCall = <In extends Shape, Out extends Shape>(
  call: FieldCall<In, Out>,
): FieldCall<In, Out> => call
