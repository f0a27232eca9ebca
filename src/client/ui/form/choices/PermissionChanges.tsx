import { madeAndDecided, permissionMatrix, plainNameOf } from '#domain/permissionMatrix'
import type { Choice } from './useChoice'
import './permissionChanges.css'

type Props = {
  names: readonly string[]
  choice: Choice
  /** The labels of both lists: 'Adds', 'Takes'. */
  words: { added: string; removed?: string }
  /** Whom it reaches: '3 admins get it at once.' */
  reach?: string
}

/** The most names in a list; the rest is counted: "and 12 more". */
const mostNames = 4

/** What a choice of permissions changes, for the foot of its form. */
export function PermissionChanges({ names, choice, words, reach }: Props) {
  const { added, removed, changed } = choice
  if (!changed) return null
  const both = newlyBoth(names, choice)
  return (
    <div className="permission-changes" role="status">
      <Part word={words.added} codes={added} kind="added" />{' '}
      {words.removed && <Part word={words.removed} codes={removed} kind="removed" />}{' '}
      {reach && <span>{reach}</span>}
      {both.length > 0 && (
        <p>
          Can make and decide on the same: {both.join(', ')}. Nobody decides on their own, but two who may do
          both can help each other.
        </p>
      )}
    </div>
  )
}

function Part({ word, codes, kind }: { word: string; codes: readonly string[]; kind: string }) {
  if (codes.length === 0) return null
  const more = codes.length - mostNames
  return (
    <span>
      <b className={kind}>
        {word} {codes.length}:
      </b>{' '}
      {codes.slice(0, mostNames).map((code, at) => (
        <span key={code}>
          {at > 0 && ', '}
          {plainNameOf(code)} <code>{code}</code>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}.
    </span>
  )
}

/** Things that the choice lets an admin both make and decide on, and did not before. */
function newlyBoth(names: readonly string[], { chosen, added, removed }: Choice): string[] {
  const matrix = permissionMatrix(names)
  const start = new Set([...[...chosen].filter((code) => !added.includes(code)), ...removed])
  const before = madeAndDecided(matrix, start)
  return madeAndDecided(matrix, chosen).filter((thing) => !before.includes(thing))
}
