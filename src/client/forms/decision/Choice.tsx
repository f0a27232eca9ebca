import Check from '@mui/icons-material/Check'
import Close from '@mui/icons-material/Close'
import type { Decision } from '#contract/calls/approvals'
import { KeyHint } from '#ui/keys/KeyHint'

type Option = { value: string; label: string; means: Decision }
type Props = {
  options: readonly Option[]
  value: string
  disabled: boolean
  /** What is wrong, or a warning: the description of the group. */
  note: string | undefined
  isFault: boolean
  noteId: string
  onChange: (value: string) => void
}

/** The status of a decision: two radio buttons as large as buttons. Nothing is chosen at first. */
export const Choice = ({ options, value, disabled, note, isFault, noteId, onChange }: Props) => (
  <fieldset className="decision-choice" aria-describedby={note ? noteId : undefined} disabled={disabled}>
    <legend>Status</legend>
    <div className="decision-options">
      {options.map(({ value: own, label, means }) => (
        <label key={own} className={means} data-on={own === value || undefined}>
          <input
            type="radio"
            name="status"
            value={own}
            checked={own === value}
            aria-describedby={note ? noteId : undefined}
            onChange={() => onChange(own)}
          />
          {means === 'accept' ? (
            <Check fontSize="small" aria-hidden />
          ) : (
            <Close fontSize="small" aria-hidden />
          )}
          <span>{label}</span>
          <KeyHint of={means} />
        </label>
      ))}
    </div>
    {note && (
      <p id={noteId} className={isFault ? 'decision-fault' : 'decision-warning'}>
        {note}
      </p>
    )}
  </fieldset>
)
