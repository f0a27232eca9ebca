/** The SHA-256 of a request's body as it is sent (RFC 9530): a proxy that mixes bodies of requests is noticed. */
export const contentDigestHeader = 'content-digest'
/** The same of a reply's body before its compression (draft-ietf-httpbis-unencoded-digest). */
export const unencodedDigestHeader = 'unencoded-digest'
/** The portal's name for one request, which its reply repeats: a proxy that mixes replies is noticed. */
export const callIdHeader = 'x-call-id'

/** The value of a digest header. */
export const sha256Field = (base64: string) => `sha-256=:${base64}:`

/** The SHA-256 in a digest header, in base64; undefined if it has none. */
export const sha256In = (field: string | null | undefined) =>
  field === null || field === undefined ? undefined : /(?:^|,)\s*sha-256=:([^:]*):/.exec(field)?.[1]
