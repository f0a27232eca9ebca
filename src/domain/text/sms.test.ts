import { describe, expect, it } from 'vitest'
import { plainForms } from './fold'
import { segmentsOf, smsText } from './sms'

const basic = '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡AZÄÖÑÜ§¿azäöñüà^{}\\[~]|€'

describe('a text as an SMS', () => {
  it.each([
    ['Ɗanladi Ƙasimu', 'Danladi Kasimu'],
    ['ɗanladi ƙasimu Ɓ ɓ ƴ Ƴ', 'danladi kasimu B b y Y'],
    ['Ọlátúnjí Ṣẹ́gun Bọ́lá ọ ẹ ṣ', 'Olatunji Segun Bola o e s'],
    ['Ị̀kwerre Ụ ñ Ŋ ŋ', 'Ikwerre U ñ N n'],
    ['“O’Neil” – paid… – ‘now’ — 1‑2', "\"O'Neil\" - paid... - 'now' - 1-2"],
    ['₦1,000.00', 'NGN 1,000.00'],
    ['Œuvre Łódź ĳ ﬁ', 'Oeuvre Lodz ij fi'],
    ['A\u00a0B\u200bC\u2009D\tE`', "A BC D E'"],
    [basic, basic],
    ['e\u0301 a\u0300 a\u0301', 'é à a'],
    ['Али и 李 😀', 'Али и 李 😀'],
    ['नमस्ते', 'नमस्ते'],
  ])('%j is %j', (text, plain) => {
    expect(smsText(text)).toBe(plain)
    expect(smsText(smsText(text))).toBe(plain)
    expect(smsText(text.normalize('NFD'))).toBe(plain.normalize('NFC'))
  })

  it('keeps the case of each letter', () => {
    for (const letter of plainForms.keys()) {
      const plain = smsText(letter)
      if (/^[a-z]/i.test(plain) && letter !== letter.toLowerCase()) expect(plain).toMatch(/^[A-Z]/)
    }
  })
})

describe('the segments of', () => {
  it.each([
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['\n'.repeat(161), 2],
    ['à'.repeat(160), 1],
    // A pair is never divided: 152 characters, then a pair and 151, then one.
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    [`${'a'.repeat(151)}€${'a'.repeat(153)}`, 2],
    ['ж'.repeat(70), 1],
    ['ж'.repeat(71), 2],
    ['ж'.repeat(134), 2],
    ['ж'.repeat(135), 3],
    ['😀'.repeat(35), 1],
    ['😀'.repeat(36), 2],
    ['😀'.repeat(67), 3],
    [`${'a'.repeat(69)}ọ`, 1],
    [`${'a'.repeat(70)}ọ`, 2],
    [`${'€'.repeat(69)}ọ`, 1],
  ])('%j are %i', (text, count) => {
    expect(segmentsOf(text)).toBe(count)
  })
})
