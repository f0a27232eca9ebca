type Key = {
  /** Any of these: a character, the name of a key, or either after 'Ctrl+', which is also Cmd. */
  press: readonly string[]
  /** Where it works. */
  place: KeyPlace
  does: string
  /** Works also while somebody types. */
  inFields?: true
  /** Works again while it is held. */
  repeats?: true
}

/** Where keys work, in the order in which they are shown. */
export const keyPlaces = [
  'Everywhere',
  'Find anything',
  'Menu',
  'Decisions',
  'Lists',
  'Forms',
  'Collection Sheet',
  "Day's Close",
  'Permissions',
] as const
export type KeyPlace = (typeof keyPlaces)[number]

/** Every key of the portal. Its handlers ask this table, and "?" shows it, so that neither can differ from the other. */
const table = {
  help: { press: ['?'], place: 'Everywhere', does: 'Show all keys' },
  find: { press: ['Ctrl+K'], place: 'Everywhere', does: 'Find anything, or act on it', inFields: true },
  go: { press: ['G'], place: 'Everywhere', does: 'Go to a page, by the letter that follows' },
  searchPage: { press: ['/'], place: 'Everywhere', does: 'Search this page, or fill in its form' },

  findMove: { press: ['ArrowDown', 'ArrowUp'], place: 'Find anything', does: 'Choose', inFields: true },
  findAct: {
    press: ['ArrowRight', 'ArrowLeft'],
    place: 'Find anything',
    does: 'Choose an act',
    inFields: true,
  },
  findGroup: { press: ['Tab'], place: 'Find anything', does: 'Next group', inFields: true },
  findOpen: { press: ['Enter'], place: 'Find anything', does: 'Open', inFields: true },
  findTab: { press: ['Ctrl+Enter'], place: 'Find anything', does: 'Open in a new tab', inFields: true },
  findClose: { press: ['Escape'], place: 'Find anything', does: 'Close', inFields: true },

  menuMove: { press: ['ArrowDown', 'ArrowUp'], place: 'Menu', does: 'Move', repeats: true },
  menuOpen: { press: ['ArrowRight'], place: 'Menu', does: 'Open a section' },
  menuClose: { press: ['ArrowLeft', 'Escape'], place: 'Menu', does: 'Close it' },

  accept: { press: ['A'], place: 'Decisions', does: 'Choose Accept' },
  reject: { press: ['R'], place: 'Decisions', does: 'Choose Reject' },
  decide: { press: ['Ctrl+Enter'], place: 'Decisions', does: 'Send the decision', inFields: true },
  nextCase: { press: ['J', 'ArrowDown'], place: 'Decisions', does: 'Next case', repeats: true },
  previousCase: { press: ['K', 'ArrowUp'], place: 'Decisions', does: 'Case before', repeats: true },
  comment: { press: ['C'], place: 'Decisions', does: 'Write a comment' },
  openRecord: { press: ['O'], place: 'Decisions', does: 'Open the record' },
  queue: { press: ['Q'], place: 'Decisions', does: 'Show the queue' },
  closeQueue: { press: ['Escape'], place: 'Decisions', does: 'Close the queue', inFields: true },

  moveRow: { press: ['ArrowDown', 'ArrowUp'], place: 'Lists', does: 'Move', repeats: true },
  openRow: { press: ['Enter'], place: 'Lists', does: 'Open the row' },
  openRowTab: { press: ['Ctrl+Enter'], place: 'Lists', does: 'Open it in a new tab' },
  chooseRow: { press: [' '], place: 'Lists', does: 'Choose the row' },
  nextRow: { press: ['J'], place: 'Lists', does: 'Next row, beside an open one', repeats: true },
  previousRow: { press: ['K'], place: 'Lists', does: 'Row before', repeats: true },
  closeRow: { press: ['Escape'], place: 'Lists', does: 'Close the open row' },
  toRows: { press: ['ArrowDown'], place: 'Lists', does: 'From the search to the rows', inFields: true },
  rowMenu: { press: ['M'], place: 'Lists', does: 'What can be done with the row' },
  exportRows: { press: ['E'], place: 'Lists', does: 'Export as CSV' },
  filterRows: { press: ['Ctrl+F'], place: 'Lists', does: 'Search the rows that are here', inFields: true },

  send: { press: ['Ctrl+Enter'], place: 'Forms', does: 'Send the form', inFields: true },

  nextLine: { press: ['Enter', 'ArrowDown'], place: 'Collection Sheet', does: 'Next line', inFields: true },
  previousLine: { press: ['ArrowUp'], place: 'Collection Sheet', does: 'Line before', inFields: true },
  asExpected: { press: ['='], place: 'Collection Sheet', does: 'The amount as expected', inFields: true },
  record: { press: ['Ctrl+S'], place: 'Collection Sheet', does: 'Record the sheet', inFields: true },

  nextGap: { press: ['N'], place: "Day's Close", does: 'Next gap' },

  moveBox: {
    press: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'],
    place: 'Permissions',
    does: 'Move from box to box',
    repeats: true,
  },
  tickBox: { press: [' '], place: 'Permissions', does: 'Give it, or take it away' },
} as const satisfies Record<string, Key>

export type KeyName = keyof typeof table
export const keyTable: Record<KeyName, Key> = table

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether a key of the table was pressed. */
export const isKey = (event: Press, name: KeyName) =>
  keyTable[name].press.some((press) => isPressed(event, press))

function isPressed({ key, ctrlKey, metaKey, altKey, shiftKey }: Press, press: string): boolean {
  const wanted = press.replace(/^Ctrl\+/, '')
  if (altKey || (ctrlKey || metaKey) !== (wanted !== press)) return false
  // Signs are on Shift of some keyboards; a letter with Shift is another key.
  return isLetter(wanted) ? key.toUpperCase() === wanted && !shiftKey : key === wanted
}

const isLetter = (key: string) => /^[A-Z]$/.test(key)

const names: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
}

/** What is printed on the key: 'Ctrl K', '↓'. */
export const keyText = (press: string) =>
  press
    .split(/(?<=^Ctrl)\+/)
    .map((part) => names[part] ?? part)
    .join(' ')
