import { expect, it } from 'vitest'
import { countOf, isByNotes } from './cashCount'

it('the notes add up', () => {
  const notes = { 1000: '62', 500: '20', 200: '10', 100: '4', 50: '1' }
  expect(countOf({ text: '', notes })).toBe(7_445_000)
})

it('notes come before one amount, which counts without them', () => {
  expect(countOf({ text: '1,500.5', notes: {} })).toBe(150_050)
  expect(countOf({ text: '1,500.5', notes: { 5: '1' } })).toBe(500)
  expect(isByNotes({ text: '1', notes: { 5: ' ' } })).toBe(false)
})

it('no text is no count; text that is none is faulty', () => {
  expect(countOf({ text: ' ', notes: {} })).toBe(0)
  expect(countOf({ text: 'ten', notes: {} })).toBeUndefined()
  expect(countOf({ text: '-5', notes: {} })).toBeUndefined()
  expect(countOf({ text: '', notes: { 500: '1.5' } })).toBeUndefined()
  expect(countOf({ text: '', notes: { 1000: '999999' } })).toBeUndefined()
})
