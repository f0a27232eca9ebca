import { describe, expect, it } from 'vitest'
import {
  cellText,
  choiceIn,
  countIn,
  dateIn,
  emailIn,
  isFormula,
  lgaIn,
  maxBalance,
  moneyIn,
  nameIn,
  percentIn,
  phoneIn,
  stateIn,
  textIn,
} from './cells'

const value = (read: { value: unknown } | { fault: string }) => ('value' in read ? read.value : undefined)

describe('cells of spreadsheets', () => {
  it('reads amounts to the kobo, and refuses what would be rounded', () => {
    const amounts = ['₦1,000.50', 'NGN 1000.5', 'N1,000.50', ' 1000.500 ', '1000.50']
    expect(amounts.map((text) => value(moneyIn(cellText(text))))).toEqual(amounts.map(() => 100_050))
    expect(value(moneyIn('(1,000.50)'))).toBe(-100_050)
    expect(value(moneyIn('-₦5'))).toBe(-500)
    expect(value(moneyIn('-0'))).toBe(0)
    for (const wrong of ['1.234', '1,00', '1.000,50', 'ten', '', '--5', '12 %', '1e3', '5-5x'])
      expect(moneyIn(wrong), wrong).toHaveProperty('fault')
    expect(moneyIn('1000000000000000')).toEqual({ fault: 'is more than any balance' })
    expect(moneyIn('1E+15')).toMatchObject({ fault: expect.stringContaining('shortened') })
  })

  it('reads phone numbers with and without the zero and the country', () => {
    const written = [
      '08031234567',
      '8031234567',
      '+234 803 123 4567',
      '2348031234567',
      '0803-123-4567',
      '+23408031234567',
    ]
    for (const text of written) expect(value(phoneIn(text)), text).toBe('08031234567')
    for (const wrong of ['0803123456', '080312345678', 'none', '8.03E+09', ''])
      expect(phoneIn(wrong), wrong).toHaveProperty('fault')
  })

  it('reads days first, in ISO form and by name of the month', () => {
    for (const text of [
      '25/11/2026',
      '25-11-2026',
      '2026-11-25',
      '2026-11-25 10:30:00',
      '25 Nov 2026',
      '25 November, 2026',
    ])
      expect(value(dateIn(text)), text).toBe('2026-11-25')
    for (const wrong of ['46351', '11/25/2026', '31/02/2026', '2026-13-01', '25/11/26', 'soon', '01/01/1066'])
      expect(dateIn(wrong), wrong).toHaveProperty('fault')
  })

  it('refuses names of two alphabets, which look alike and are found apart', () => {
    for (const name of ['Adébáyọ̀', "O'Neil", 'Ɗanladi', 'محمد'])
      expect(nameIn(name), name).toEqual({ value: name })
    // The first letter is Cyrillic.
    expect(nameIn('\u041Ela')).toEqual({ fault: 'mixes letters of two alphabets' })
    expect(nameIn('12')).toHaveProperty('fault')
  })

  it('knows formulas from numbers with a sign', () => {
    for (const text of ['=A1+1', '+SUM(A1)', '-A1', '@name']) expect(isFormula(text), text).toBe(true)
    for (const text of ['-5', '+2348031234567', "O'Neil", '-']) expect(isFormula(text), text).toBe(false)
    expect(cellText("'=5 stars")).toBe('=5 stars')
  })

  it('reads places and rates as they are written', () => {
    expect(value(stateIn('ogun state'))).toBe('Ogun')
    expect(value(stateIn('FCT'))).toBe('Federal Capital Territory')
    expect(value(lgaIn('ABEOKUTA-SOUTH', 'Ogun'))).toBe('Abeokuta South')
    expect(lgaIn('Ikeja', 'Ogun')).toEqual({ fault: 'is not a local government of Ogun' })
    expect([value(percentIn('12.5')), value(percentIn('10%')), value(percentIn('100.01'))]).toEqual([
      1250,
      1000,
      undefined,
    ])
  })

  it('reads a text up to its longest length, and e-mail addresses in lower case', () => {
    expect(textIn('ábç', 3)).toEqual({ value: 'ábç' })
    expect(emailIn('Bola@Example.COM')).toEqual({ value: 'bola@example.com' })
  })

  it('reads the largest balance and refuses one kobo more', () => {
    expect(moneyIn('1,000,000,000,000.00')).toEqual({ value: maxBalance })
    expect(moneyIn('1,000,000,000,000.01')).toEqual({ fault: 'is more than any balance' })
  })

  const periods = { Daily: 1, 'Once a week': 7 }
  it('reads a choice without case, spaces and punctuation, and whole numbers with zero decimals', () => {
    expect(choiceIn('once-A-WEEK.', periods)).toEqual({ value: 7 })
    expect(countIn('90.00', 1)).toEqual({ value: 90 })
  })

  it.each([
    ['a control character', textIn('Ade\u0007', 60), 'has characters that are not text'],
    ['a byte that was not UTF-8', textIn('Ad\uFFFDb', 60), 'has characters that are not text'],
    ['a long text', textIn('abcd', 3), 'has more than 3 characters'],
    ['a long name', nameIn('a'.repeat(61)), 'has more than 60 characters'],
    ['a name without letters', nameIn('12'), 'is not a name'],
    ['a short phone number', phoneIn('0803123456'), 'is not a phone number of 11 digits'],
    [
      'a shortened phone number',
      phoneIn('8.03E+09'),
      'was shortened by the spreadsheet: format the column as text',
    ],
    ['an address without @', emailIn('bola.example.com'), 'is not an e-mail address'],
    ['words for money', moneyIn('ten'), 'is not an amount of naira, such as 1500 or 1,500.50'],
    [
      'a shortened amount',
      moneyIn('1E+15'),
      'was shortened by the spreadsheet: format the column as a number',
    ],
    ['more than all of it', percentIn('100.01'), 'is not a percentage, such as 12.5'],
    ['a count below the least', countIn('0', 1), 'is not a whole number of 1 or more'],
    ['a fraction as a count', countIn('1.5', 0), 'is not a whole number of 0 or more'],
    ['a day that no month has', dateIn('31/02/2026'), 'is not a date, such as 25/11/2026 or 2026-11-25'],
    ['a day of the Middle Ages', dateIn('01/01/1066'), 'is not a date of this time'],
    ['another word', choiceIn('Yearly', periods), 'is none of Daily, Once a week'],
    ['an unknown state', stateIn('Atlantis'), 'is not a state'],
    [
      'a local government without a state',
      lgaIn('Ikeja', undefined),
      'is not a local government of the state',
    ],
  ])('refuses %s, saying so', (_what, read, fault) => expect(read).toEqual({ fault }))
})
