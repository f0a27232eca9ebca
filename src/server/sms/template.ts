/** The values of a message that a template of the gateway can name, as {text}. */
export const placeholders = ['phone', 'international', 'text', 'id'] as const
type Placeholder = (typeof placeholders)[number]
export type TemplateValues = Record<Placeholder, string>

type Escape = (value: string) => string

const pattern = /\{([A-Za-z_]+)\}/g

/** The names in a template, in order. */
export const namesIn = (template: string): string[] =>
  [...template.matchAll(pattern)].map(([, name = '']) => name)

export const isPlaceholder = (name: string): name is Placeholder =>
  (placeholders as readonly string[]).includes(name)

/** Replaces the placeholders of a template by escaped values. Values are not searched for placeholders again. */
export const fill = (template: string, values: TemplateValues, escapeValue: Escape) =>
  template.replaceAll(pattern, (whole, name: string) =>
    isPlaceholder(name) ? escapeValue(values[name]) : whole,
  )

export const inAddress: Escape = encodeURIComponent
const inJson: Escape = (value) => JSON.stringify(value).slice(1, -1)
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const inXml: Escape = (value) => value.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)

/** How values are written in a body of this content type. */
export function escapeFor(contentType: string): Escape {
  if (/\bjson\b/i.test(contentType)) return inJson
  if (/x-www-form-urlencoded/i.test(contentType)) return encodeURIComponent
  if (/\bxml\b/i.test(contentType)) return inXml
  return (value) => value
}

/** A Nigerian number with its country code: 2348031234567 for 08031234567. */
export const withCountryCode = (phone: string) => phone.replace(/^0/, '234')
