import * as v from 'valibot'
import type { Call } from '#contract/call'
import { fromWire, toWire } from '#domain/wire'
import { jsonOf } from './jsonRows'

/** The reply envelope: status, message and fields in wire form. Outside production it is checked against its schema. */
export function envelope(call: Call, result: { message?: string }, production: boolean) {
  const { message = 'Success', ...output } = result
  const onWire = toWire(call.output, output) as Record<string, unknown>
  if (!production) v.parse(call.output, fromWire(call.output, JSON.parse(String(jsonOf(onWire)))))
  return { status: '200', message, ...onWire }
}
