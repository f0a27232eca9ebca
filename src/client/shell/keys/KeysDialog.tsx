import Close from '@mui/icons-material/Close'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { Keys } from '#ui/keys/KeyHint'
import { type KeyName, keyPlaces, type KeyPlace, keyTable, keyText } from '#ui/keys/keyTable'
import { keysHere } from '#ui/keys/useKeys'
import type { GoKey } from './goKeys'
import { GoRows } from './GoList'
import '#ui/text/visuallyHidden.css'
import './keys.css'

type Props = { open: boolean; onClose: () => void; pages: readonly GoKey[] }

/** All keys, those of the screen first. */
export default function KeysDialog({ open, onClose, pages }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-labelledby="keys-title"
      slotProps={{ paper: { className: 'keys-paper' } }}
    >
      <DialogTitle id="keys-title" className="keys-title">
        Keys
        <IconButton aria-label="Close" onClick={onClose} autoFocus>
          <Close />
        </IconButton>
      </DialogTitle>
      <Places pages={pages} />
    </Dialog>
  )
}

function Places({ pages }: Pick<Props, 'pages'>) {
  // Those of the screen that is behind it, which do not change meanwhile.
  const [here] = useState(() => new Set([...keysHere()].map((name) => keyTable[name].place)))
  const rank = (place: KeyPlace) => (place === 'Everywhere' ? 0 : here.has(place) ? 1 : 2)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
    <section className="keys-body" tabIndex={0} aria-label="All keys">
      {keyPlaces
        .toSorted((a, b) => rank(a) - rank(b))
        .map((place) => (
          <section key={place} aria-label={place}>
            <h3>
              {place}
              {rank(place) === 1 && <span> on this page</span>}
            </h3>
            <dl className="key-rows">
              {(Object.keys(keyTable) as KeyName[])
                .filter((name) => keyTable[name].place === place)
                .map((name) => (
                  <div key={name}>
                    <dt>
                      <Keys press={keyTable[name].press} />
                      <span className="visually-hidden">
                        {keyTable[name].press.map(keyText).join(' or ')}
                      </span>
                    </dt>
                    <dd>{keyTable[name].does}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      {pages.length > 0 && (
        <section aria-label="Go to">
          <h3>Go to</h3>
          <GoRows pages={pages} first="G" />
        </section>
      )}
    </section>
  )
}
