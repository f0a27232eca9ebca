import { type KeyName, keyTable, keyText } from './keyTable'
import './keyHint.css'

/** The key beside what it does; for the eye, since the control says it by `aria-keyshortcuts` or its own words. */
export const KeyHint = ({ of }: { of: KeyName }) => <Keys press={keyTable[of].press} />

export const Keys = ({ press }: { press: readonly string[] }) => (
  <span className="keys" aria-hidden>
    {press.map((one) => (
      <kbd key={one} className="key">
        {keyText(one)}
      </kbd>
    ))}
  </span>
)
