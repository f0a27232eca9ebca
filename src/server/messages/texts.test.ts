import { describe, expect, it } from 'vitest'
import { kobo } from '#domain/money/kobo'
import { segmentsOf, smsText } from '#domain/text/sms'
import { messageTexts } from './texts'

const most = { amount: kobo(10_000_000_000), balance: kobo(999_999_999_999), reference: 'SD-261118-0001234' }
const agent = 'Oluwaṣeun Ẹniọlá Ṣàngódáre-Ọlátúnjí Adébáyọ̀ Àkànbí'
const texts = {
  'a deposit with an agent': messageTexts.deposit({ ...most, agent }),
  'a deposit at the office': messageTexts.deposit(most),
  'a deposit with an agent and a commission': messageTexts.deposit({
    ...most,
    agent,
    commission: most.amount,
  }),
  'a deposit at the office with a commission': messageTexts.deposit({ ...most, commission: most.amount }),
  'a credit': messageTexts.credit(most),
  'a withdrawal': messageTexts.withdrawal(most),
  'a withdrawal that an agent pays': messageTexts.withdrawalForAgent({ ...most, agent, day: '2026-11-30' }),
  'a cancelled withdrawal': messageTexts.cancelledWithdrawal(most),
  'a transfer': messageTexts.transfer({ ...most, savings: most.balance }),
  'a transfer with a commission': messageTexts.transfer({
    ...most,
    savings: most.balance,
    commission: most.amount,
  }),
  'a closing': messageTexts.closing(most),
  'a closing with a commission': messageTexts.closing({ ...most, commission: most.amount }),
  'the end of a plan': messageTexts.planEnd(most),
  'a reversal': messageTexts.reversal({ ...most, reversed: 'SD-261118-0001233' }),
  'a disbursement': messageTexts.disbursement(most),
  'a disbursement with fees': messageTexts.disbursement({ ...most, keptBack: most.amount }),
  'a fee from the wallet': messageTexts.feeFromWallet(most),
  'a reversed disbursement with fees': messageTexts.reversedDisbursement({
    ...most,
    keptBack: most.amount,
    reversed: 'LD-261118-0001233',
  }),
}

describe.each(Object.entries(texts))('the text of %s', (_name, written) => {
  const text = smsText(written)
  it('is one SMS of plain letters, whatever the amounts and names', () => {
    expect(text.length).toBeLessThanOrEqual(160)
    expect(segmentsOf(text)).toBe(1)
    expect(text).toContain('NGN 100,000,000.00')
    expect(text).toContain('NGN 9,999,999,999.99')
    expect(text).toContain(most.reference)
  })
})

it('what the owner reads of a closed day is one SMS, whatever the amounts', () => {
  const most = { day: '2026-11-30', collected: kobo(999_999_999_999), expected: kobo(999_999_999_999) }
  const missing = { difference: kobo(-99_999_999_999), unexplained: kobo(-99_999_999_999) }
  const text = smsText(messageTexts.closedDay({ ...most, ...missing, gaps: 999 }))
  expect(segmentsOf(text)).toBe(1)
  expect(text).toContain('Difference -NGN 999,999,999.99, unexplained -NGN 999,999,999.99. 999 gaps.')
  const none = { difference: kobo(0), unexplained: kobo(0), gaps: 0 }
  expect(messageTexts.closedDay({ ...most, ...none })).toContain('Difference none. It agrees.')
})

it('an empty wallet that is closed moves nothing', () => {
  const text = messageTexts.closing({ ...most, amount: kobo(0) })
  expect(text).not.toContain('moved')
})

it('names the commission that was kept, if one was', () => {
  expect(messageTexts.deposit({ ...most, commission: kobo(50_000) })).toContain('Commission ₦500.00.')
  expect(messageTexts.deposit({ ...most, commission: kobo(0) })).not.toContain('Commission')
})
