import { randomUUID } from 'node:crypto'
import { sealBody } from '#transport/bodyCipher'
import { demoPassword } from '#server/demo/demo'
import type { watch } from '../server/support/processes'

/** Posts an encrypted body as the portal does. */
export async function post(url: string, call: string, body: object, token?: string) {
  const reply = await fetch(`${url}/api/admin/${call}`, {
    method: 'POST',
    headers: headersOf(token),
    body: JSON.stringify(sealBody(body)),
  })
  return { http: reply.status, json: (await reply.json()) as Record<string, unknown> }
}

export const headersOf = (token?: string) => ({
  'content-type': 'application/json',
  'idempotency-key': randomUUID(),
  ...(token && { logintoken: token }),
})

type SignIn = { data: { rec: { login_token: string } } }

/** Both steps as the superadmin of the demo, whose token the server prints; the access token. */
export async function signIn(server: Pick<ReturnType<typeof watch>, 'waitFor'>, url: string) {
  const email = 'superadmin@alajo.test'
  const first = await post(url, 'login', { email, password: demoPassword })
  const { login_token: loginToken } = (first.json as SignIn).data.rec
  const [, code] = await server.waitFor(/Sign-in token for superadmin@alajo\.test: (\d{6})/)
  const second = await post(url, 'auth/token', { token: code }, loginToken)
  return (second.json as SignIn).data.rec.login_token
}
