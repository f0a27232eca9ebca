import { dataAttributes } from '#device/snapshotAttributes'
import type { Markup } from './sealedSnapshot'

/** What has no place in a snapshot: it is text and structure only. */
const excluded = 'script, style, link, iframe, object, embed, video, audio, canvas, template, dialog'
const liveRoles = new Set(['status', 'alert', 'log', 'progressbar', 'timer'])
/** Text can be entered into these before the app is there; it takes the text over. */
const textFields = 'input:is([type=text],[type=search],[type=tel],[type=email],:not([type])), textarea'
const controls = `button, select, summary, input:not(${textFields}), [role=button], [role=combobox], [role=tab], [contenteditable]`

/** Markup and styles of a part of the page as it is now. Links are kept; what else can be pressed is inert. */
export function takeSnapshot(shown: HTMLElement): Markup {
  const copy = shown.cloneNode(true) as HTMLElement
  const lists = longLists(shown, copy)
  nameFields(shown, copy)
  for (const one of copy.querySelectorAll(excluded)) one.remove()
  for (const one of copy.querySelectorAll(`[${dataAttributes.unsaved}]`)) hideText(one)
  for (const one of [copy, ...copy.querySelectorAll('*')]) makeInert(one)
  const classes = new Set([...copy.querySelectorAll('*'), copy].flatMap((one) => [...one.classList]))
  const rest = lists.map(cutRows)
  return {
    html: copy.outerHTML,
    rest,
    css: stylesOf(classes),
    title: document.title,
    pageStyle: document.documentElement.style.cssText,
  }
}

/** A list with rows below any window of this device, when it is scrolled to its top. */
type LongList = {
  list: Element
  from: number
  height: number
  columns: readonly { head: HTMLElement; width: number }[]
}

/** Measured in the page, for its copy. */
function longLists(shown: HTMLElement, copy: HTMLElement): LongList[] {
  const copies = copy.querySelectorAll('tbody, ul')
  return [...shown.querySelectorAll('tbody, ul')].flatMap((list, at) => {
    const rows = [...list.children].map((row) => row.getBoundingClientRect())
    const top = rows[0]?.top ?? 0
    const from = rows.findIndex((row) => row.top - top > screen.height)
    const copied = copies[at]
    if (from < 0 || !copied) return []
    const height = (rows.at(-1)?.bottom ?? 0) - (rows[from]?.top ?? 0)
    return [{ list: copied, from, height, columns: columnsOf(list, copied) }]
  })
}

/** A table gives its columns the width of all its texts: without some of them, the widths must be given. */
function columnsOf(list: Element, copied: Element) {
  const [table, copy] = [list, copied].map((one) => one.closest('table'))
  const heads = [...(table?.querySelectorAll('th') ?? [])]
  const all = copy ? [copy, ...copy.querySelectorAll('th')] : []
  return all.map((head, at) => ({
    head,
    width: (heads[at - 1] ?? table)?.getBoundingClientRect().width ?? 0,
  }))
}

/** Takes the rows below the screen out of the copy; what stands for them is as high. */
function cutRows({ list, from, height, columns }: LongList, at: number): string {
  const rows = [...list.children].slice(from)
  for (const row of rows) row.remove()
  for (const { head, width } of columns)
    Object.assign(head.style, { boxSizing: 'border-box', width: `${width}px`, minWidth: `${width}px` })
  const place = document.createElement(list.matches('ul') ? 'li' : 'tr')
  place.setAttribute(dataAttributes.rest, String(at))
  place.style.height = `${height}px`
  list.append(place)
  return rows.map((row) => row.outerHTML).join('')
}

/** Fields keep their names without the ids that point to them. */
function nameFields(shown: HTMLElement, copy: HTMLElement) {
  const copies = copy.querySelectorAll<HTMLInputElement>(textFields)
  for (const [at, field] of shown.querySelectorAll<HTMLInputElement>(textFields).entries()) {
    const name = field.ariaLabel ?? field.labels?.[0]?.textContent
    if (name) copies[at]?.setAttribute('aria-label', name)
  }
}

/** Dots of the same number take about the same width. */
function hideText(part: Element) {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  while (walker.nextNode())
    walker.currentNode.nodeValue = '•'.repeat(walker.currentNode.nodeValue?.length ?? 0)
  for (const one of [part, ...part.querySelectorAll('*')])
    for (const name of one.getAttributeNames())
      if (name !== 'class' && name !== 'style') one.removeAttribute(name)
}

function makeInert(one: Element) {
  for (const name of one.getAttributeNames())
    if (isLeftOut(name, one.getAttribute(name))) one.removeAttribute(name)
  if (one.matches('img') && !one.getAttribute('src')?.startsWith('/icons/')) one.remove()
  if (one.matches('tr[tabindex]')) one.setAttribute(dataAttributes.row, '')
  one.removeAttribute('tabindex')
  const isLink = one.matches('a[href]')
  if (isLink && !one.getAttribute('href')?.startsWith('/')) one.removeAttribute('href')
  else if (!isLink && one.matches(controls)) one.setAttribute('inert', '')
}

/** Handlers, references to ids, and what a screen reader would announce again when the app is there. */
const isLeftOut = (name: string, value: string | null) =>
  name.startsWith('on') ||
  ['id', 'for', 'autofocus', 'action', 'formaction', 'target', 'srcset', 'aria-live', 'aria-busy'].includes(
    name,
  ) ||
  /^aria-(labelledby|describedby|controls|owns|activedescendant)$/.test(name) ||
  (name === 'role' && liveRoles.has(value ?? ''))

/** The rules of the app's styles that the snapshot uses: those without a generated class, and those with one of its own. */
function stylesOf(classes: ReadonlySet<string>): string {
  const isUsed = (selector: string) => {
    const generated = selector.match(/\.css-[\w-]+/g)
    return !generated || generated.some((name) => classes.has(name.slice(1)))
  }
  const textOf = (rule: CSSRule): string => {
    if (rule instanceof CSSStyleRule) return isUsed(rule.selectorText) ? rule.cssText : ''
    if (!(rule instanceof CSSMediaRule)) return rule.cssText
    const inside = [...rule.cssRules].map(textOf).join('')
    return inside && `@media ${rule.conditionText}{${inside}}`
  }
  return [...document.styleSheets]
    .filter(({ ownerNode }) => !isOfPage(ownerNode))
    .flatMap((sheet) => [...sheet.cssRules].map(textOf))
    .join('')
}

/** The page has these styles from the beginning. */
const isOfPage = (owner: Element | ProcessingInstruction | null) =>
  owner instanceof HTMLStyleElement && !owner.hasAttribute('data-emotion')
