/** A photo of a card is readable at this size, in a tenth of the bytes that a tablet's camera makes of it. */
const longestSide = 2000
const smallEnough = 500_000

/** A large photo as a smaller JPEG; any other file as it is. */
export async function smallerPhoto(file: File): Promise<Blob> {
  if (!file.type.startsWith('image/') || file.size <= smallEnough) return file
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) return file
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height))
  const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return file
  // A transparent background would become black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const smaller = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
  return smaller.size < file.size ? smaller : file
}
