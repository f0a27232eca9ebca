import type { Readable } from 'node:stream'
import type { FieldCall, FieldInput, FieldOutput } from '#contract/field/call'
import type { FieldCalls } from '#contract/field/calls'
import { Problem } from '#contract/problems'
import type { SignedDevice } from '../auth/devices'
import type { Queries } from '../db/database'
import type { Services } from '../services'

/** What a handler of the collectors' interface gets in addition to its input. */
export type FieldContext = {
  services: Services
  /** For reads: a handler that changes something opens its own transaction. */
  queries: Queries
  now: Date
  /** The client's IP address; for IPv6 its network prefix. */
  address: string
  /** The server's log has it. */
  requestId: string
  /** Who calls; undefined of public calls. */
  device: SignedDevice | undefined
  /** The body of a call that takes bytes. */
  body?: Readable
}

export const noToken = 'This device has no valid token. Ask for a new one.'

/** The device that calls. */
export function deviceOf({ device }: FieldContext): SignedDevice {
  if (!device) throw new Problem('signedOut', noToken)
  return device
}

type FieldHandler<C extends FieldCall> = (
  input: FieldInput<C>,
  context: FieldContext,
) => Promise<FieldOutput<C>>
/** A missing handler does not compile. */
export type FieldHandlers = { [Name in keyof FieldCalls]: FieldHandler<FieldCalls[Name]> }
