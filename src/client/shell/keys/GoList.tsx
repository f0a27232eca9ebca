import { Keys } from '#ui/keys/KeyHint'
import type { GoKey } from './goKeys'
import '#ui/text/visuallyHidden.css'
import './keys.css'

/** The pages and their letters, while one is awaited. */
export const GoList = ({ pages }: { pages: readonly GoKey[] }) => (
  <div className="go-list screen-only" role="status">
    <span className="visually-hidden">Go to: press a letter</span>
    <div aria-hidden>
      <GoRows pages={pages} />
    </div>
  </div>
)

export const GoRows = ({ pages, first }: { pages: readonly GoKey[]; first?: string }) => (
  <dl className="key-rows">
    {pages.map(({ letter, title }) => (
      <div key={letter}>
        <dt>
          <Keys press={first === undefined ? [letter] : [first, letter]} />
          <span className="visually-hidden">{`${first ?? ''} ${letter}`}</span>
        </dt>
        <dd>{title}</dd>
      </div>
    ))}
  </dl>
)
