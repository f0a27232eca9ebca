import sharp from 'sharp'
import { invalid } from '../errors/refusals'
import { fileTypeOf, maxFileBytes } from './fileTypes'

/** A photo of a card is readable at this size. */
const longestSide = 3000
/** Of the largest cameras. A small file may say that it has more, and would fill the memory. */
const mostPixels = 8192 * 8192

// Each image is used once, beside calls that wait. No other format is read, whatever a file says that it is.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] })

/**
 * What is stored of an uploaded file. An image is re-encoded, from its pixels alone: upright, without what says where it was
 * taken, and without whatever else was in the file. A PDF stays as it came, and is sent so that nothing of it runs (http/sendFile.ts).
 */
export async function safeFile(bytes: Buffer): Promise<Buffer> {
  const type = fileTypeOf(bytes)
  if (!type) return invalid('Only PNG, JPEG and PDF files can be uploaded.')
  if (type.ending === 'pdf') return bytes
  const image = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    // A transparent background would become black.
    .flatten({ background: 'white' })
    .jpeg({ quality: 85 })
    .toBuffer()
    .catch(() => invalid('The image can’t be read. Take the photo again, or choose another file.'))
  return image.length <= maxFileBytes ? image : invalid('The image is too large. Choose a smaller one.')
}
