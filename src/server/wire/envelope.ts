import * as v from 'valibot'
import type { Call } from '#contract/call'
import { fromWire, toWire } from '#domain/wire'
import { jsonOf } from './jsonRows'

/** Status, message and the reply's fields in the forms of the wire. Outside production the reply is held to its schema. */
export function envelope(call: Call, result: { message?: string }, production: boolean) {
  const { message = 'Success', ...output } = result
  const onWire = toWire(call.output, output) as Record<string, unknown>
  if (!production) v.parse(call.output, fromWire(call.output, JSON.parse(String(jsonOf(onWire)))))
  return { status: '200', message, ...onWire }
}
