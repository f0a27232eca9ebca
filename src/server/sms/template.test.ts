import { describe, expect, it } from 'vitest'
import { escapeFor, fill, inAddress, namesIn, withCountryCode } from './template'

const values = {
  phone: '08031234567',
  international: '2348031234567',
  text: 'Say "hi" & {phone}\n<b>',
  id: '7',
}

describe('a template', () => {
  it('is filled in one pass, escaped for where it stands', () => {
    const filled = (contentType: string, template: string) => fill(template, values, escapeFor(contentType))
    expect(JSON.parse(filled('application/json; charset=utf-8', '{"to":"{phone}","text":"{text}"}'))).toEqual(
      {
        to: values.phone,
        text: values.text,
      },
    )
    const form = new URLSearchParams(
      filled('application/x-www-form-urlencoded', 'm={international}&t={text}'),
    )
    expect(Object.fromEntries(form)).toEqual({ m: values.international, t: values.text })
    expect(filled('text/xml', '<t>{text}</t>')).toBe('<t>Say &quot;hi&quot; &amp; {phone}\n&lt;b&gt;</t>')
    expect(filled('text/plain', '{id}: {text}')).toBe(`7: ${values.text}`)
    const address = new URL(fill('https://sms.test/{id}?to={phone}&text={text}', values, inAddress))
    expect(address.pathname).toBe('/7')
    expect(address.searchParams.get('text')).toBe(values.text)
  })

  it('names its placeholders; the braces of JSON are none', () => {
    expect(namesIn('{"a":{"to":"{phone}"},"b":"{Text}","c":{}}')).toEqual(['phone', 'Text'])
    expect(fill('{unknown}', values, inAddress)).toBe('{unknown}')
  })
})

it('a number gets the country code of Nigeria', () => {
  expect(withCountryCode('08031234567')).toBe('2348031234567')
  expect(withCountryCode('23480312345')).toBe('23480312345')
})
