/** A statement by its verb and the table that comes first, such as `select loans`: never its values. */
export function statementName(text: string): string {
  const verb = /^[\s(]*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(text)?.[1]
  return table ? `${verb} ${table.toLowerCase()}` : verb
}
