import { sha256Field } from '#contract/bodyDigest'

/** The digest of a body as header field. As all of the portal it needs a secure context: HTTPS, or localhost. */
export async function digestField(body: string | ArrayBuffer): Promise<string> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return sha256Field(btoa(String.fromCharCode(...hash)))
}
