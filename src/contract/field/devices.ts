import * as v from 'valibot'
import { Email, Id, Text } from '../values'
import { fieldCall } from './call'
import { ClockError, described, Instant } from './values'

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
const DeviceState = described(
  v.picklist(deviceStates),
  '`waiting` for an admin; `approved`: it gets tokens; `disapproved` by an admin; `suspended`: its agent is; `password`: enrol it again with the same key and the agent’s password.',
)

const device = {
  device_id: Id,
  state: DeviceState,
  is_primary: described(v.boolean(), 'Only the primary device records; an admin makes it that.'),
  server_time: Instant,
  clock_error: ClockError,
}
const device_time = v.optional(described(Instant, 'What the device’s clock says now.'))

/** What a device signs: lines of text. */
export const signedText = (purpose: 'enrol' | 'token', nonce: string, subject: string) =>
  ['alajo-field-v1', purpose, nonce, subject].join('\n')

const signing =
  'The signature is of four lines in UTF-8, joined by line feeds, without one at the end: `alajo-field-v1`, the purpose, the nonce, and the subject. Ed25519, or ECDSA on P-256 with SHA-256 (DER, or r and s of 32 bytes each); in base64 with padding. That of the example is right for its other fields. Each request needs a new nonce.'

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
    problems: ['signedOut', 'forbidden'],
    summary: 'Enrols a device, or signs in on it again',
    description: `With the agent’s e-mail and password, and a public key whose private half never leaves the device. It waits until an admin approves it; a known key signs in again. ${signing} The purpose is \`enrol\`, the subject the public key as it is sent. A one-time password needs \`new_password\`; so does who wants another one, and the agent’s other devices then ask for it. Of an agent at most ${mostWaiting} devices wait.`,
    input: v.object({
      email: Email,
      password: Password,
      new_password: v.optional(
        described(Password, 'At least 12 characters, not the e-mail, not a common one.'),
      ),
      device_name: short(60, 'Name the device in at most 60 characters.'),
      model: short(60, 'Say the model in at most 60 characters.'),
      public_key: described(
        v.pipe(v.string(), v.maxLength(400)),
        'SubjectPublicKeyInfo in DER, in base64 with padding: a PEM file without its first and last line, in one line.',
      ),
      nonce: Nonce,
      signature: Signature,
      device_time,
    }),
    output: v.object(device),
    example: {
      email: 'bola@agents.example',
      password: 'the password of the agent',
      device_name: 'Bola’s tablet',
      model: 'Tecno Spark 20',
      public_key: 'MCowBQYDK2VwAyEAnNr1vQvkUMia7LlX5flbWQA6t5LzFONiUhyT5JxVMTo=',
      nonce: '1796073886269.4wq0mZr1n2sVt7Lx9yBc3Q.Jx2cV0bq7o1Y5mKfT8hZr3WnUe6aPdLsGi9tCkXyE4M',
      signature: 'fZtwh65oFMAXebFpiKboe0mgV3Wlo/sTpsePt7g+vY3h6rJ48rlooBoHuuYTOuEcAIuC7AW6/+d6lvyezOWxBQ==',
      device_time: '2026-11-30T09:30:00Z',
    },
  }),
  makeToken: fieldCall({
    name: 'makeToken',
    method: 'POST',
    path: '/tokens',
    access: 'public',
    problems: ['signedOut'],
    summary: 'A token for an approved device',
    description: `It is valid for ${tokenMinutes} minutes, unless the device is shut before. ${signing} The purpose is \`token\`, the subject the device’s id in digits; the key is that of the enrolment. Send the token as \`Authorization: Bearer …\`. It is null unless the device is approved: \`state\` says why. After ${signInDays} days, a sign-out or a reset the device signs in with the password again.`,
    input: v.object({ device_id: Id, nonce: Nonce, signature: Signature, device_time }),
    output: v.object({ ...device, token: v.nullable(Text), expires_at: v.nullable(Instant) }),
    example: {
      device_id: 12,
      nonce: '1796073886301.Zk8vB2nQ5xWc7Rt0yLmP3A.Qe5uT1wLr9XvNc3jKz7HbGf0DmSaYi2oPp6ZxRk8VtU',
      signature: 'lXQ9nMsvuIUwIL/BNcK/p0oVJ74IxWtsB132BMADat8S9lRZKlJcRzNHlhVHEhCkJhYdS562tb3q6e+MQYdcCA==',
    },
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
