import { isKey } from '#ui/keys/keyTable'
import { type KeyboardEvent, memo, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { numberField } from '#ui/form/numberField'
import {
  amountIn,
  cardTexts,
  differenceText,
  type LineInput,
  faultIn,
  isHad,
  reasonOf,
  reasonOptions,
  type Sheet,
  type SheetLine,
} from './sheet'
import '#ui/text/visuallyHidden.css'
import './collectionSheet.css'

type Props = {
  sheet: Sheet
  lines: readonly SheetLine[]
  /** While the outcome of the sheet is unknown, nothing can be typed. */
  locked: boolean
  /** Keys of lines that the server refused. */
  refused: ReadonlySet<string>
}

/** The lines of a sheet, by customer. Enter and the arrows move between the amounts. */
export const SheetRows = memo(function SheetRows({ sheet, lines, locked, refused }: Props) {
  const table = useRef<HTMLTableElement>(null)
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const { key, target } = event
    if (!(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
    const step = isKey(event, 'nextLine') ? 1 : isKey(event, 'previousLine') ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const fields = [...(table.current?.querySelectorAll<HTMLInputElement>('input.sheet-amount') ?? [])]
    const next = fields[fields.indexOf(target) + step]
    if (next) next.focus()
    // The last amount: what was typed is shown in full.
    else if (key === 'Enter') sheet.leave(target.dataset.line ?? '')
  }
  return (
    <table aria-label="Amounts to collect" className="sheet" ref={table} onKeyDown={move}>
      <thead className="sheet-head">
        <tr className="sheet-row">
          <th className="sheet-cell">Customer</th>
          <th className="sheet-cell for">For</th>
          <th className="sheet-cell number expected">Expected</th>
          <th className="sheet-cell number">Amount ₦</th>
          <th className="sheet-cell">Difference</th>
        </tr>
      </thead>
      {customersOf(lines).map((own) => (
        <tbody className="sheet-customer" key={own[0]?.user_id}>
          {own.map((line, at) => (
            <Row
              key={line.key}
              sheet={sheet}
              line={line}
              isFirst={at === 0}
              locked={locked}
              isRefused={refused.has(line.key)}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
})

function customersOf(lines: readonly SheetLine[]): SheetLine[][] {
  const groups: SheetLine[][] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last?.[0]?.user_id === line.user_id) last.push(line)
    else groups.push([line])
  }
  return groups
}

type RowProps = { sheet: Sheet; line: SheetLine; isFirst: boolean; locked: boolean; isRefused: boolean }

/** What is typed into one line; only its own row renders when it changes. */
function useLineInput(sheet: Sheet, key: string): LineInput {
  const subscribe = useMemo(() => (listener: () => void) => sheet.subscribeLine(key, listener), [sheet, key])
  return useSyncExternalStore(subscribe, () => sheet.get(key))
}

const Row = memo(function Row({ sheet, line, isFirst, locked, isRefused }: RowProps) {
  const input = useLineInput(sheet, line.key)
  const amount = amountIn(line, input.text)
  const isFaulty = input.marked === true && amount === undefined
  const noteId = `note ${line.key}`.replaceAll(' ', '-')
  const cardId = noteId.replace('note', 'card')
  const lineName = `${line.customer}, ${line.label}`
  const isExpected = amount === line.expected
  const equal = sheet.equalOn(line)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isKey(event, 'asExpected')) return
    event.preventDefault()
    if (!locked) sheet.takeExpected(line)
  }
  return (
    <tr className={`sheet-row${isFaulty || isRefused ? ' faulty' : ''}`}>
      <td className="sheet-cell payer">
        {isFirst ? (
          <>
            <b>{line.customer}</b> <small>{line.customer_reference}</small>
          </>
        ) : (
          <span className="visually-hidden">{line.customer}</span>
        )}
        <div className="narrow-only">
          <For line={line} />
          {line.expected > 0 && (
            <span className="phone-only">
              {line.kind === 'loan' ? ', due ' : ', '}
              <span className="whole">{formatNaira(line.expected)}</span>
            </span>
          )}
          <CardWords line={line} amount={amount} />
        </div>
      </td>
      <td className="sheet-cell for">
        <For line={line} />
        <CardWords line={line} amount={amount} id={cardId} />
      </td>
      <td className="sheet-cell number expected">{line.expected === 0 ? '–' : formatNaira(line.expected)}</td>
      <td className="sheet-cell entry">
        {line.expected > 0 && (
          <button
            type="button"
            className={`sheet-take${isExpected ? ' taken' : ''}`}
            aria-label={`Take over ${formatNaira(line.expected)} for ${lineName}`}
            // Enter goes down the column of amounts.
            tabIndex={-1}
            disabled={locked}
            onClick={() => sheet.takeExpected(line)}
          >
            =
          </button>
        )}
        <input
          className={`sheet-amount${amount === 'none' ? '' : ' typed'}`}
          data-line={line.key}
          aria-label={`Amount of ${lineName}`}
          aria-invalid={isFaulty || isRefused}
          aria-describedby={line.card ? `${noteId} ${cardId}` : noteId}
          {...numberField('decimal', (text) => sheet.paste(line, text), locked)}
          placeholder="–"
          readOnly={locked}
          value={input.text}
          onChange={(event) => sheet.type(line, event.target.value)}
          onKeyDown={onKeyDown}
          onFocus={(event) => event.target.select()}
          onBlur={() => sheet.leave(line.key)}
        />
      </td>
      <td className="sheet-cell difference" id={noteId}>
        {isFaulty && <strong className="down">{faultIn(line, input.text)}</strong>}
        {isRefused && !isFaulty && <strong className="down">Refused</strong>}
        {isHad(line, input) ? (
          <Had line={line} />
        ) : amount === 'none' || amount === 0 ? (
          <NotCollected sheet={sheet} line={line} input={input} locked={locked} lineName={lineName} />
        ) : (
          amount !== undefined &&
          !isRefused &&
          equal.length === 0 && <Difference text={differenceText(amount, line.expected)} />
        )}
        {equal.length > 0 && (
          <Equal sheet={sheet} line={line} on={equal} twice={input.twice === true} locked={locked} />
        )}
      </td>
    </tr>
  )
})

const Difference = ({ text }: { text: string }) =>
  text === '' ? (
    <span className="even">
      ✓<span className="visually-hidden">as expected</span>
    </span>
  ) : (
    <span className={text.startsWith('−') ? 'down' : 'more'}>{text}</span>
  )

/** What a line is for, what was collected on this day already, and what is owed on a loan. */
const For = ({ line: { label, collected, owed, isLate } }: { line: SheetLine }) => (
  <>
    {isLate ? <span className="late">{label}</span> : label}
    {collected > 0 && <span className="had">{`, ${formatNaira(collected)} already`}</span>}
    {owed !== undefined && (
      <span className="had">
        , owes <span className="whole">{formatNaira(owed)}</span>
      </span>
    )}
  </>
)

/** What the amount makes of the wallet's card: a line for the boxes, one for the rest. */
function CardWords({
  line,
  amount,
  id,
}: {
  line: SheetLine
  amount: Kobo | 'none' | undefined
  id?: string
}) {
  const texts = cardTexts(line, amount === 'none' || amount === 0 ? undefined : amount)
  if (!texts) return null
  return (
    <span className="sheet-card" id={id}>
      <b>{texts.filled}</b>{' '}
      <span>
        {texts.carried}
        {texts.carried && texts.behind && ', '}
        {texts.behind && <b className="behind">{texts.behind}</b>}
      </span>
    </span>
  )
}

/** When it was collected on this day already. */
const Had = ({ line: { collected_at } }: { line: SheetLine }) => (
  <span className="had">{collected_at ? `had ${collected_at.slice(11, 16)}` : 'had'}</span>
)

type EqualProps = { sheet: Sheet; line: SheetLine; on: readonly string[]; twice: boolean; locked: boolean }

/** The same amount is on an earlier sheet of the day: it counts once the admin says that it came twice. */
const Equal = ({ sheet, line, on, twice, locked }: EqualProps) => (
  <label className="sheet-equal">
    <input
      type="checkbox"
      checked={twice}
      disabled={locked}
      onChange={(event) => sheet.setTwice(line.key, event.target.checked)}
    />
    <span>
      Came twice<span className="visually-hidden"> {`${line.customer}, ${line.label}`}</span>
      <small>{`on ${on.join(', ')}`}</small>
    </span>
  </label>
)

type NotCollectedProps = {
  sheet: Sheet
  line: SheetLine
  input: LineInput
  locked: boolean
  lineName: string
}

/** Why nothing is collected: the usual reason of an empty amount or of zero, or another one. */
function NotCollected({ sheet, line, input, locked, lineName }: NotCollectedProps) {
  const isZero = input.text.trim() !== ''
  const isAddedBlank = !isZero && input.reason === undefined && sheet.isAdded(line.key)
  return (
    <>
      {isAddedBlank ? (
        <button type="button" className="sheet-remove" onClick={() => sheet.remove(line.key)}>
          Remove<span className="visually-hidden"> {lineName}</span>
        </button>
      ) : (
        <select
          className={`sheet-reason${isZero ? ' nothing' : input.reason ? ' chosen' : ''}`}
          aria-label={`Why nothing was collected from ${lineName}`}
          disabled={locked}
          value={reasonOf(input)}
          onChange={(event) => {
            const reason = reasonOptions.find(([value]) => value === event.target.value)?.[0]
            if (reason) sheet.setReason(line.key, reason)
          }}
        >
          {reasonOptions.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </>
  )
}
