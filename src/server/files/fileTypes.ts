import { maxUploadBytes, type uploadTypes } from '#contract/uploads'

/** Larger files are neither stored nor read. */
export const maxFileBytes = maxUploadBytes

/** The types that are served, detected by their first bytes; names and claimed types are not trusted. */
const fileTypes = [
  { type: 'image/png', ending: 'png', signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', ending: 'jpg', signature: [0xff, 0xd8, 0xff] },
  { type: 'application/pdf', ending: 'pdf', signature: [0x25, 0x50, 0x44, 0x46, 0x2d] },
] as const satisfies { type: (typeof uploadTypes)[number]; ending: string; signature: number[] }[]
type FileType = (typeof fileTypes)[number]

/** Undefined for any other type. */
export const fileTypeOf = (bytes: Uint8Array): FileType | undefined =>
  fileTypes.find(({ signature }) => signature.every((byte, at) => bytes[at] === byte))
