/** Reads a CSV file as RFC 4180 has it, and nothing looser: what a spreadsheet sees. Throws at a stray quote. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let at = 0
  while (at < text.length) {
    const row: string[] = []
    for (;;) {
      const cell = text[at] === '"' ? quotedCell() : plainCell()
      row.push(cell)
      if (text[at] !== ',') break
      at += 1
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`No line end at ${at}: ${text.slice(at, at + 20)}`)
    at += 2
    rows.push(row)
  }
  return rows

  function plainCell() {
    let end = at
    while (end < text.length && !',\r\n"'.includes(text[end] ?? '')) end += 1
    const cell = text.slice(at, end)
    at = end
    return cell
  }
  function quotedCell() {
    let cell = ''
    for (at += 1; at < text.length; at += 1) {
      if (text[at] !== '"') cell += text[at]
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else {
        at += 1
        return cell
      }
    }
    throw new Error('A quote is never closed.')
  }
}
