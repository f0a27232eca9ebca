import type * as v from 'valibot'
import type { Shape } from '../values'

/** Where the collectors' interface is. */
export const fieldBase = '/api/field/v1'

/** Who may make a call: anyone, an approved device of an active agent, or the agent's primary device, which alone records. */
export type FieldAccess = 'public' | 'device' | 'primary'

/** A call of the collectors' interface: JSON in and out, a GET with its input in the query. */
export type FieldCall<In extends Shape = Shape, Out extends Shape = Shape> = {
  name: string
  method: 'GET' | 'POST'
  /** Under `fieldBase`. */
  path: string
  access: FieldAccess
  /** For the description of the interface: one line, and what else a client must know. */
  summary: string
  description?: string
  input: In
  output: Out
  /** An input in wire form, which a test checks. */
  example?: Readonly<Record<string, unknown>>
}

export type FieldInput<C extends FieldCall> = v.InferOutput<C['input']>
export type FieldOutput<C extends FieldCall> = v.InferOutput<C['output']>

export const fieldCall = <In extends Shape, Out extends Shape>(
  call: FieldCall<In, Out>,
): FieldCall<In, Out> => call
