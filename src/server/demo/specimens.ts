import { crc32, deflateSync } from 'node:zlib'

/** A specimen card: a PNG in one colour, with letters seven pixels high. */
export function specimenCard([red, green, blue]: readonly [number, number, number]): Buffer {
  const [width, height, dot] = [320, 200, 6]
  const left = Math.floor((width - word.length * 6 * dot) / 2)
  const top = Math.floor((height - 7 * dot) / 2)
  const isInk = (x: number, y: number) => {
    const [across, down] = [Math.floor((x - left) / dot), Math.floor((y - top) / dot)]
    return letters[word[Math.floor(across / 6)] ?? '']?.[down]?.[across % 6] === '#'
  }
  const isEdge = (x: number, y: number) => x < 4 || y < 4 || x >= width - 4 || y >= height - 4
  const pixels = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels[y * (width + 1) + 1 + x] = isEdge(x, y) || isInk(x, y) ? 1 : 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits per pixel, an index of the palette.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([red, green, blue, 60, 60, 60])),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A specimen page: a PDF with a title. */
export function specimenPage(title: string): Buffer {
  const text = `BT /F1 56 Tf 72 640 Td (${word}) Tj /F1 18 Tf 0 -48 Td (${title}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = String(file.length).padStart(10, '0')
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${place} 00000 n \n`
  })
  const size = objects.length + 1
  const index = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${file}${index}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  )
}

const word = 'SPECIMEN'
const drawn = (rows: string) => rows.split(' ')
const letters: Record<string, readonly string[]> = {
  S: drawn('.###. #...# #.... .###. ....# #...# .###.'),
  P: drawn('####. #...# #...# ####. #.... #.... #....'),
  E: drawn('##### #.... #.... ####. #.... #.... #####'),
  C: drawn('.###. #...# #.... #.... #.... #...# .###.'),
  I: drawn('.###. ..#.. ..#.. ..#.. ..#.. ..#.. .###.'),
  M: drawn('#...# ##.## #.#.# #...# #...# #...# #...#'),
  N: drawn('#...# ##..# #.#.# #..## #...# #...# #...#'),
}
