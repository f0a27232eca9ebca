import { marks } from '#device/pictureMarks'
import type { Markup } from './sealedPicture'

/** What has no place in a picture: it is text and structure only. */
const excluded = 'script, style, link, iframe, object, embed, video, audio, canvas, template, dialog'
const liveRoles = new Set(['status', 'alert', 'log', 'progressbar', 'timer'])
/** Text can be entered into these before the app is there; it takes the text over. */
const textFields = 'input:is([type=text],[type=search],[type=tel],[type=email],:not([type])), textarea'
const controls = `button, select, summary, input:not(${textFields}), [role=button], [role=combobox], [role=tab], [contenteditable]`

/** Markup and styles of a part of the page as it is now. Links are kept; what else can be pressed is inert. */
export function takePicture(shown: HTMLElement): Markup {
  const copy = shown.cloneNode(true) as HTMLElement
  nameFields(shown, copy)
  for (const one of copy.querySelectorAll(excluded)) one.remove()
  for (const one of copy.querySelectorAll(`[${marks.unsaved}]`)) hideText(one)
  for (const one of [copy, ...copy.querySelectorAll('*')]) makeInert(one)
  const classes = new Set([...copy.querySelectorAll('*'), copy].flatMap((one) => [...one.classList]))
  return {
    html: copy.outerHTML,
    css: stylesOf(classes),
    title: document.title,
    pageStyle: document.documentElement.style.cssText,
  }
}

/** Fields keep their names without the ids that point to them. */
function nameFields(shown: HTMLElement, copy: HTMLElement) {
  const copies = copy.querySelectorAll<HTMLInputElement>(textFields)
  for (const [at, field] of shown.querySelectorAll<HTMLInputElement>(textFields).entries()) {
    const name = field.ariaLabel ?? field.labels?.[0]?.textContent
    if (name) copies[at]?.setAttribute('aria-label', name)
  }
}

/** Dots of the same number take about the same room. */
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
  if (one.matches('tr[tabindex]')) one.setAttribute(marks.row, '')
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

/** The rules of the app's styles that the picture uses: those without a generated class, and those with one of its own. */
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
