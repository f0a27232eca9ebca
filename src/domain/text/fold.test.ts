import { describe, expect, it } from 'vitest'
import { tidyName } from './entered'
import { fold, foldWhole } from './fold'

describe('fold', () => {
  it.each([
    ['Adébáyọ̀ Ọlátúnjí', 'adebayo olatunji'],
    ['Adébáyọ̀ Ọlátúnjí'.normalize('NFD'), 'adebayo olatunji'],
    ['ADEBAYO OLATUNJI', 'adebayo olatunji'],
    ['Ƙasimu Ɗanladi Ɓala Ƴar’adua ƘƊƁƳ', 'kasimu danladi bala yaradua kdby'],
    ["O'Neil O’Neil O‘Neil OʼNeil O`Neil O′Neil O＇Neil", 'oneil oneil oneil oneil oneil oneil oneil'],
    [
      'Ade-Bayo Ade‐Bayo Ade‑Bayo Ade–Bayo Ade—Bayo Ade−Bayo Ade\u00ADBayo',
      'adebayo adebayo adebayo adebayo adebayo adebayo adebayo',
    ],
    ['A\u200Bd\u200Ce\u200Db\uFEFFa\u2060y\u180Eo\u034F\uFE0F', 'adebayo'],
    ['Ｎｇｏｚｉ\u00A0Eze', 'ngozi eze'],
    ['Strauß STRAUẞ Ægir Øre Łukasz Þor', 'strauss strauss aegir ore lukasz thor'],
    ['IRMAK Irmak ırmak İrmak', 'irmak irmak irmak irmak'],
    ['٠٨٠٣ ۰۸۰۳ ０８０３', '0803 0803 0803'],
    ['أَحْمَد', 'احمد'],
  ])('%s', (text, folded) => expect(fold(text)).toBe(folded))

  it('is the same for the composed and the decomposed form, and folds no further', () => {
    for (let code = 1; code < 0xd800; code += 1) {
      const letter = String.fromCharCode(code)
      expect(fold(letter.normalize('NFD')), code.toString(16)).toBe(fold(letter))
      expect(fold(fold(letter)), code.toString(16)).toBe(fold(letter))
    }
  })
})

it('a name in one word is the same however it is divided', () =>
  expect(new Set(['Ade-Bayo', 'Ade Bayo', 'Adebayo', 'ade  bayo', 'ADE\u00A0BAYO'].map(foldWhole))).toEqual(
    new Set(['adebayo']),
  ))

it.each([
  ['  Adébáyọ̀   Ọlátúnjí '.normalize('NFD'), 'Adébáyọ̀ Ọlátúnjí'.normalize('NFC')],
  ['Ngo\u200Bzi\uFEFF', 'Ngozi'],
  ['Ngozi\u00A0\u2003Eze', 'Ngozi Eze'],
  ['O’Neil', 'O’Neil'],
  ['\u200B', ''],
])('a name is kept as typed, composed, without what can’t be seen: %j', (typed, kept) =>
  expect(tidyName(typed)).toBe(kept),
)
