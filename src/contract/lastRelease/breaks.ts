import type { CallShape, ContractShape, Shape } from './shapes'

/**
 * What stops the portal of one release from working with the server of the other, while an update goes on: a portal of the
 * release before with a newer server, and the newer portal's changes with a server of the release before. A newer portal's
 * reads may fail there: it says what to do (client/transport/send.ts).
 */
export const contractBreaks = (before: ContractShape, now: ContractShape): string[] =>
  Object.entries(before).flatMap(([name, old]) => {
    const call = now[name]
    if (!call) return [`${name} is gone`]
    return callBreaks(old, call).map((what) => `${name} ${what}`)
  })

function callBreaks(old: CallShape, call: CallShape): string[] {
  const about = (['kind', 'path', 'encoding'] as const).flatMap((what) =>
    old[what] === call[what] ? [] : [`has another ${what}`],
  )
  const isWrite = call.kind === 'write'
  return [
    ...about,
    ...inputBreaks(old.input, call.input, '', isWrite),
    ...outputBreaks(old.output, call.output, '', isWrite),
  ]
}

const within = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)
const named = (path: string) => (path === '' ? 'its value' : path)

/** The newer server must take what the older portal sends; an older server must not ignore what a newer change says. */
function inputBreaks(old: Shape, now: Shape, path: string, isWrite: boolean): string[] {
  if (old.type !== now.type) return [`takes ${named(path)} as ${now.type}, not as ${old.type}`]
  const found: string[] = []
  if (old.optional && !now.optional) found.push(`requires ${named(path)}`)
  if (old.nullable && !now.nullable) found.push(`refuses null as ${named(path)}`)
  for (const value of old.values ?? [])
    if (!now.values?.includes(value)) found.push(`refuses ${value} as ${named(path)}`)
  for (const rule of now.rules ?? [])
    if (!isCovered(rule, old.rules ?? [])) found.push(`checks ${named(path)} by ${rule}`)
  for (const rule of wires(old))
    if (!now.rules?.includes(rule)) found.push(`takes ${named(path)} without ${rule}`)
  for (const [name, field] of Object.entries(old.fields ?? {})) {
    const later = now.fields?.[name]
    if (later) found.push(...inputBreaks(field, later, within(path, name), isWrite))
    else found.push(`ignores ${within(path, name)}`)
  }
  for (const [name, field] of Object.entries(now.fields ?? {})) {
    if (old.fields?.[name]) continue
    if (!field.optional) found.push(`requires ${within(path, name)}, which is new`)
    else if (isWrite)
      found.push(`has the new ${within(path, name)}, which older servers ignore: declare a new call`)
  }
  return [...found, ...insides(old, now, path, (a, b, at) => inputBreaks(a, b, at, isWrite))]
}

/** The older portal must read what the newer server replies; a newer portal what an older one replies to a change. */
function outputBreaks(old: Shape, now: Shape, path: string, isWrite: boolean): string[] {
  if (old.type !== now.type) return [`replies ${named(path)} as ${now.type}, not as ${old.type}`]
  const found: string[] = []
  if (now.optional && !old.optional) found.push(`may reply without ${named(path)}`)
  if (now.nullable && !old.nullable) found.push(`may reply null as ${named(path)}`)
  for (const value of now.values ?? [])
    if (!old.values?.includes(value))
      found.push(`replies ${value} as ${named(path)}, which older portals refuse`)
  for (const rule of old.rules ?? [])
    if (!isCovered(rule, now.rules ?? [])) found.push(`replies ${named(path)} without ${rule}`)
  for (const rule of wires(now))
    if (!old.rules?.includes(rule)) found.push(`replies ${named(path)} by ${rule}`)
  for (const [name, field] of Object.entries(old.fields ?? {})) {
    const later = now.fields?.[name]
    if (later) found.push(...outputBreaks(field, later, within(path, name), isWrite))
    else if (!field.optional) found.push(`replies without ${within(path, name)}`)
  }
  if (isWrite)
    for (const [name, field] of Object.entries(now.fields ?? {}))
      if (!old.fields?.[name] && !field.optional)
        found.push(
          `has the new ${within(path, name)} in its reply, which older servers lack: make it optional`,
        )
  return [...found, ...insides(old, now, path, (a, b, at) => outputBreaks(a, b, at, isWrite))]
}

function insides(
  old: Shape,
  now: Shape,
  path: string,
  breaks: (old: Shape, now: Shape, path: string) => string[],
): string[] {
  if (old.item && now.item) return breaks(old.item, now.item, `${path}[]`)
  const isSame = JSON.stringify(old.options) === JSON.stringify(now.options)
  return isSame ? [] : [`has other kinds of ${named(path)}`]
}

const wires = ({ rules = [] }: Shape) => rules.filter((rule) => rule.startsWith('wire '))

/** Wire forms by which more texts are read; what is written is the same. */
const tolerant = ['wire name', 'wire phone']

/** Whether a rule refuses nothing that these let through. */
function isCovered(rule: string, rules: readonly string[]): boolean {
  if (rules.includes(rule) || tolerant.includes(rule)) return true
  const [type = '', limit] = rule.split(' ')
  const others = rules.filter((one) => one.startsWith(`${type} `)).map((one) => Number(one.split(' ')[1]))
  if (type.startsWith('max_')) return others.some((other) => other <= Number(limit))
  return type.startsWith('min_') && others.some((other) => other >= Number(limit))
}
