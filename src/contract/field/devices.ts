import * as v from 'valibot'
import { Email, Id, Text } from '../values'
import { fieldCall } from './call'
import { Instant } from './values'

/** How long a nonce can be signed, and a token used. */
export const nonceMinutes = 5
export const tokenMinutes = 15
/** After so long a device asks for the agent's password again. */
export const signInDays = 30
/** Devices of one agent that may wait for approval. */
export const mostWaiting = 5

const Nonce = v.pipe(v.string(), v.maxLength(200))
const Signature = v.pipe(v.string(), v.maxLength(400))
const Password = v.pipe(v.string(), v.maxLength(200))
const short = (most: number, message: string) => v.pipe(Text, v.nonEmpty(message), v.maxLength(most, message))

/** The state of a device: only an approved one gets tokens. `password` asks for the agent's password again. */
export const deviceStates = ['waiting', 'approved', 'disapproved', 'suspended', 'password'] as const
export type DeviceState = (typeof deviceStates)[number]
const DeviceState = v.picklist(deviceStates)

const device = {
  device_id: Id,
  state: DeviceState,
  /** Only the primary device records. */
  is_primary: v.boolean(),
  server_time: Instant,
  /** By how many seconds the device's clock is ahead, if it said its time. */
  clock_error: v.nullable(v.number()),
}

/** What a device signs: lines of text. */
export const signedText = (purpose: 'enrol' | 'token', nonce: string, subject: string) =>
  ['alajo-field-v1', purpose, nonce, subject].join('\n')

const signing =
  'The signature is of four lines, joined by line feeds: `alajo-field-v1`, the purpose, the nonce, and the subject. Ed25519, or ECDSA on P-256 with SHA-256; in base64.'

export const deviceCalls = {
  getTime: fieldCall({
    name: 'getTime',
    method: 'GET',
    path: '/time',
    access: 'public',
    summary: 'The time of the server',
    description:
      'A device compares its clock with it. Times that a device sends are kept, and never trusted.',
    input: v.object({}),
    output: v.object({ server_time: Instant }),
  }),
  makeNonce: fieldCall({
    name: 'makeNonce',
    method: 'POST',
    path: '/nonces',
    access: 'public',
    summary: 'A nonce to sign',
    description: `It can be signed once, within ${nonceMinutes} minutes.`,
    input: v.object({}),
    output: v.object({ nonce: Text, expires_at: Instant, server_time: Instant }),
    example: {},
  }),
  enrolDevice: fieldCall({
    name: 'enrolDevice',
    method: 'POST',
    path: '/devices',
    access: 'public',
    summary: 'Enrols a device, or signs in on it again',
    description: `With the agent’s e-mail and password, and a public key whose private half never leaves the device. It waits until an admin approves it; a known key signs in again. ${signing} The purpose is \`enrol\`, the subject the public key as it is sent. A one-time password needs \`new_password\`; so does who wants another one, and the agent’s other devices then ask for it.`,
    input: v.object({
      email: Email,
      password: Password,
      new_password: v.optional(Password),
      device_name: short(60, 'Name the device in at most 60 characters.'),
      model: short(60, 'Say the model in at most 60 characters.'),
      /** SPKI in base64. */
      public_key: v.pipe(v.string(), v.maxLength(400)),
      nonce: Nonce,
      signature: Signature,
      device_time: v.optional(Instant),
    }),
    output: v.object(device),
    example: {
      email: 'bola@agents.example',
      password: 'the password of the agent',
      device_name: 'Bola’s tablet',
      model: 'Tecno Spark 20',
      public_key: 'MCowBQYDK2VwAyEA…',
      nonce: '…',
      signature: '…',
      device_time: '2026-11-30T09:30:00Z',
    },
  }),
  makeToken: fieldCall({
    name: 'makeToken',
    method: 'POST',
    path: '/tokens',
    access: 'public',
    summary: 'A token for an approved device',
    description: `It is valid for ${tokenMinutes} minutes, unless the device is shut before. ${signing} The purpose is \`token\`, the subject the device’s id. Without a token the state says why. After ${signInDays} days, or a reset, the device signs in with the password again.`,
    input: v.object({ device_id: Id, nonce: Nonce, signature: Signature, device_time: v.optional(Instant) }),
    output: v.object({ ...device, token: v.nullable(Text), expires_at: v.nullable(Instant) }),
    example: { device_id: 12, nonce: '…', signature: '…' },
  }),
  signOut: fieldCall({
    name: 'signOut',
    method: 'POST',
    path: '/sign-out',
    access: 'device',
    summary: 'Signs the agent out of this device',
    description: 'Its tokens end; it asks for the password again.',
    input: v.object({}),
    output: v.object({ server_time: Instant }),
    example: {},
  }),
}
