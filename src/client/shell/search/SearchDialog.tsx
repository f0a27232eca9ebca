import Close from '@mui/icons-material/Close'
import Alert from '@mui/material/Alert'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import { useNavigate } from 'react-router-dom'
import type { Found, FoundGroup, FoundKind } from '#contract/calls/search'
import { calls } from '#contract/index'
import { useFound } from '#api/search/useFound'
import { type Opened, rememberOpened } from '#api/search/openedLast'
import { useCall } from '#api/useCall'
import { useConnection } from '#api/useConnection'
import { useOpenedLast } from '#api/search/useOpened'
import { formatCount } from '#domain/money/figures'
import { placeIn } from '#domain/text/matching'
import { formatNaira } from '#domain/money/kobo'
import type { Rows } from '#lists/RowsLink'
import { openTab, pathTo, useOffers } from '#routing/navigation'
import { type RouteName, routes } from '#routing/routes'
import { serverNow } from '#device/clock'
import { ageText } from '#domain/time/ageText'
import { KeyHint } from '#ui/keys/KeyHint'
import { StatusChip } from '#ui/text/StatusChip'
import { commandIn, commandOptions } from './commands'
import { type Act, actsOf, destinationOf, kindLabels, listOfKind } from './destinations'
import { screensCalled } from './screens'
import './search.css'

type Option = { key: string; to: Rows; found?: Found; label: string; acts?: readonly Act[]; kind?: FoundKind }
type Section = { label: string; options: Option[] }

/** Searches everything: type, choose with the arrow keys, open with Enter. */
export default function SearchDialog({ open, ...body }: BodyProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={body.onClose}
      slotProps={{
        paper: { className: 'search-paper', 'aria-label': 'Find anything' },
        container: { className: 'search-place' },
      }}
    >
      <SearchBody {...body} />
    </Dialog>
  )
}

type BodyProps = {
  onClose: () => void
  /** What was typed before the dialog was there. */
  early: RefObject<string>
}

/** Mounted while the dialog is open, so that each search begins empty, or with what was typed before. */
function SearchBody({ onClose, early }: BodyProps) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const navigate = useNavigate()
  const command = commandIn(text)
  const found = useFound(command?.who ?? text)
  const opened = useOpenedLast(text.trim() === '')
  const { online } = useConnection()
  const sections = useSections(
    (command?.who ?? text).trim(),
    found.groups ?? [],
    opened,
    online ? command : undefined,
  )
  /** The chosen act of the chosen hit; -1 for the hit itself. */
  const [act, setAct] = useState(-1)
  const options = sections.flatMap((section) => section.options)
  const chosen = options[Math.min(active, options.length - 1)]
  const isHelpful =
    (text.trim().length < 2 && command === undefined) ||
    (options.length === 0 && !found.isLoading && found.groups !== undefined)
  const openOption = (
    { to: place, acts, found: hit, kind }: Option,
    { ctrlKey, metaKey }: Pick<KeyboardEvent | MouseEvent, 'ctrlKey' | 'metaKey'>,
    at = -1,
  ) => {
    const to = acts?.[at]?.to ?? place
    if (kind && hit) void rememberOpened({ kind, found: hit })
    const path = pathTo(to.to, to.filters)
    if (ctrlKey || metaKey) return openTab(path, to.state)
    onClose()
    void navigate(path, { state: to.state ?? null })
  }
  /** Chooses the first match of the next group, or of the one before; leaves the key alone beyond them. */
  const changeGroup = (event: KeyboardEvent) => {
    const here = sections.findIndex((section) => chosen && section.options.includes(chosen))
    const [first] = sections[here + (event.shiftKey ? -1 : 1)]?.options ?? []
    if (here < 0 || !first) return
    event.preventDefault()
    choose(options.indexOf(first))
  }
  /** The right arrow at the end of the text goes to what can be done with the chosen hit, the left one back. */
  const changeAct = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, value } = event.currentTarget
    const next = act + (event.key === 'ArrowRight' ? 1 : -1)
    if ((act < 0 && selectionStart !== value.length) || next < -1 || !chosen?.acts?.[Math.max(next, 0)])
      return
    event.preventDefault()
    setAct(next)
  }
  const choose = (at: number) => {
    setActive(at)
    setAct(-1)
    setAwaited(undefined)
  }
  /** Enter that came before the answer: it opens the first match, once that is there. */
  const [awaited, setAwaited] = useState<{
    text: string
    event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>
  }>()
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length > 0) {
      event.preventDefault()
      choose((Math.min(active, options.length - 1) + step + options.length) % options.length)
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') changeAct(event)
    else if (event.key === 'Tab') changeGroup(event)
    else if (event.key === 'Enter' && found.isLoading) setAwaited({ text, event })
    else if (event.key === 'Enter' && chosen) openOption(chosen, event, act)
  }
  useLayoutEffect(() => {
    const typed = early.current.trimEnd()
    const isSent = early.current.endsWith('\n')
    early.current = ''
    if (typed === '') return
    setText(typed)
    if (isSent) setAwaited({ text: typed, event: { ctrlKey: false, metaKey: false } })
  }, [early])
  useEffect(() => {
    if (!awaited || found.isLoading) return
    setAwaited(undefined)
    if (awaited.text === text && chosen) openOption(chosen, awaited.event)
  })
  useEffect(() => {
    if (chosen) document.getElementById(`${id}${chosen.key}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, id])
  return (
    <>
      <div className="search-head">
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog is opened to type
          autoFocus
          type="search"
          role="combobox"
          aria-label="Find anything"
          aria-expanded={options.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={chosen && `${id}${chosen.key}${act < 0 ? '' : `act${act}`}`}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder="Name, phone, reference, amount"
          maxLength={100}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            choose(0)
          }}
          onKeyDown={press}
        />
        <span role="status" className="search-count">
          {countText(text, found, options.length)}
        </span>
        <IconButton aria-label="Close" onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard */}
      <section className="search-body" tabIndex={0} aria-label="Matches">
        {found.savedAt !== undefined && (
          <Alert severity="warning">
            {`Offline: only what is saved on this device, ${ageText(found.savedAt, serverNow().getTime())}.`}
          </Alert>
        )}
        {found.isUnreachable && (
          <Alert severity="warning">Offline, and no list is saved on this device.</Alert>
        )}
        {found.error && <Alert severity="error">{found.error}</Alert>}
        <div role="listbox" id={`${id}list`} aria-label="Found">
          {sections.map(({ label, options: listed }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
            <div role="group" aria-label={label} key={label}>
              <div className="search-kind" aria-hidden="true">
                {label}
              </div>
              {listed.map((option) => (
                <Fragment key={option.key}>
                  {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys */}
                  {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
                  <div
                    role="option"
                    id={`${id}${option.key}`}
                    aria-selected={option === chosen && act < 0}
                    className={option === chosen ? 'search-hit chosen' : 'search-hit'}
                    onClick={(event) => openOption(option, event)}
                  >
                    {option.found ? (
                      <Hit found={option.found} text={(command?.who ?? text).trim()} />
                    ) : (
                      <span className="search-link">{option.label}</span>
                    )}
                  </div>
                  {option === chosen &&
                    option.acts?.map(({ label: what }, at) => (
                      // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
                      // biome-ignore lint/a11y/useFocusableInteractive: as above
                      <div
                        role="option"
                        key={what}
                        id={`${id}${option.key}act${at}`}
                        aria-selected={act === at}
                        aria-label={`${what}, ${option.label}`}
                        className="search-act"
                        onClick={(event) => openOption(option, event, at)}
                      >
                        {what}
                      </div>
                    ))}
                </Fragment>
              ))}
            </div>
          ))}
        </div>
        {sections.length === 0 && <p className="search-hint">{hintText(text, found)}</p>}
        {isHelpful && <SearchHelp />}
      </section>
      <div className="search-foot" aria-hidden="true">
        <KeyHint of="findMove" /> choose
        <KeyHint of="findAct" /> act
        <KeyHint of="findGroup" /> next group
        <KeyHint of="findOpen" /> open
        <KeyHint of="findTab" /> new tab
        <KeyHint of="findClose" /> close
      </div>
    </>
  )
}

function Hit({ found: { title, detail, status, amount }, text }: { found: Found; text: string }) {
  return (
    <>
      <span className="search-words">
        <strong>
          <Marked text={title} part={text} />
        </strong>{' '}
        <span className="search-detail">
          <Marked text={detail ?? ''} part={text} />
        </span>
      </span>
      {status && <StatusChip status={asSentence(status)} />}
      {amount !== null && <span className="search-amount">{formatNaira(amount)}</span>}
    </>
  )
}

/** Lists write a status in different cases. */
const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()

/** The text with the searched part marked. */
function Marked({ text, part }: { text: string; part: string }) {
  const place = placeIn(text, part)
  if (!place) return text
  const [at, end] = place
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}

/** Screens with such a title first, then what was found, with a link to the whole list of a kind. */
function useSections(
  text: string,
  groups: readonly FoundGroup[],
  opened: readonly Opened[],
  command: ReturnType<typeof commandIn>,
): Section[] {
  const offers = useOffers()
  const commands = command ? commandOptions(command, groups, offers) : []
  const screens = text.length < 2 ? [] : screensCalled(text).filter(({ to }) => offers(to.to))
  const found = groups.map(({ kind, total, has_more, rows }): Section => {
    const list = listOfKind[kind]
    const hits = rows.flatMap((row) => optionOf(kind, row, offers))
    const noun = kindLabels[kind].toLowerCase()
    const all = has_more ? `More than ${formatCount(total)} ${noun}` : `All ${formatCount(total)} ${noun}`
    const isMore = total > rows.length && list && offers(list)
    return {
      label: kindLabels[kind],
      options: isMore
        ? [...hits, { key: `${kind}all`, to: { to: list, filters: { search: text } } as Rows, label: all }]
        : hits,
    }
  })
  const roles = useRolesCalled(text, offers)
  const last = opened.flatMap(({ kind, found: one }) => optionOf(kind, one, offers))
  const sections = [
    { label: 'Acts', options: commands },
    ...(text === '' ? [{ label: 'Opened last', options: last }] : found),
    { label: 'Roles', options: roles },
    { label: 'Screens', options: screens },
  ]
  return sections.filter(({ options }) => options.length > 0)
}

const optionOf = (kind: FoundKind, found: Found, offers: Parameters<typeof actsOf>[2]): Option[] => {
  const to = destinationOf(kind, found, offers)
  return to
    ? [{ key: `${kind}${found.id}`, to, found, kind, label: found.title, acts: actsOf(kind, found, offers) }]
    : []
}

/** Roles to change, by their names, which the search of the server has not. */
function useRolesCalled(text: string, offers: ReturnType<typeof useOffers>): Option[] {
  const isAsked = text.length >= 2 && offers('roles') && offers('roleUpdate')
  const roles = useCall(calls.roles.getRoles, {}, { enabled: isAsked })
  const found = isAsked ? (roles.data?.data ?? []) : []
  return found
    .filter(({ name }) => placeIn(name, text) !== undefined)
    .map(({ id, name }) => ({
      key: `role${id}`,
      to: { to: 'roleUpdate', state: { role_id: id } },
      label: `${routes.roleUpdate.title}: ${name}`,
    }))
}

type State = ReturnType<typeof useFound>

function countText(text: string, { groups, isLoading, savedAt }: State, offered: number): string {
  if (text.trim().length < 2) return ''
  if (isLoading || !groups) return isLoading ? 'Searching…' : ''
  const total = groups.reduce((sum, group) => sum + group.total, 0)
  const isMore = groups.some(({ has_more }) => has_more)
  const where = savedAt === undefined ? '' : ' in what is saved'
  // Of a screen or a role alone: it is none of the records that are counted.
  return `${isMore ? 'More than ' : ''}${formatCount(total || offered)} found${where}`
}

const hintText = (text: string, { groups, isLoading }: State) =>
  text.trim().length >= 2 && !isLoading && groups ? `Nothing found for “${text.trim()}”.` : ''

/** What can be typed, for who never did, and for who found nothing. */
function SearchHelp() {
  const offers = useOffers()
  return (
    <dl className="search-help">
      {examples
        .filter(([, , opens]) => opens === undefined || offers(opens))
        .map(([typed, what]) => (
          <div key={typed}>
            <dt>{typed}</dt>
            <dd>{what}</dd>
          </div>
        ))}
    </dl>
  )
}

const examples: readonly (readonly [typed: string, what: string, opens?: RouteName])[] = [
  ['ngozi', 'a name, or part of it'],
  ['6820', 'the last digits of a phone number'],
  ['LN-261124-000123', 'a reference of a loan, wallet, receipt or request'],
  ['45000', 'an amount'],
  ['cash', 'a screen, by a part of its title'],
  ['savings history last month', 'a list with its days'],
  ['ngozi +5000', 'credit a main wallet', 'customerCredit'],
  ['6820 w 20000', 'withdraw', 'withdrawalCreate'],
  ['late bisi', 'late loans of an agent', 'arrears'],
]
