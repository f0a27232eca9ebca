import { invalid } from '../errors/refusals'
import { fileTypeOf } from './fileTypes'

/** What is stored of an uploaded file. */
export async function safeFile(bytes: Buffer): Promise<Buffer> {
  const type = fileTypeOf(bytes)
  if (!type) return invalid('Only PNG, JPEG and PDF files can be uploaded.')
  return bytes
}
