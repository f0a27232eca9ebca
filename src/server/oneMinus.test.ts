import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { shortNaira as onAxis } from '#domain/money/axis'
import { shortNaira, signedNaira } from '#domain/money/change'
import { formatNaira, kobo } from '#domain/money/kobo'

it('an amount below zero is written in one way: the minus sign U+2212, then ₦', () => {
  const below = kobo(-150_000_000)
  for (const text of [formatNaira(below), signedNaira(below), shortNaira(below), onAxis(below)])
    expect(text).toMatch(/^\u2212₦\d/)
  expect(signedNaira(kobo(5))).toBe('+₦0.05')
})

it('no text of the source puts another sign before an amount, or the sign after ₦', () => {
  const wrong = /-₦|₦[-\u2212]|[`'"]-\$\{(?:format|short|signed)Naira|₦\$\{[^}]*nairaOf/
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => wrong.test(readFileSync(`src/${file}`, 'utf8')))).toEqual([])
})
