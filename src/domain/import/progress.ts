import { formatCount, pluralize } from '../money/figures'

/** How far a step of an import is. `total` is 0 if it is not known, `seconds` are since it began. */
export type StepProgress = { step: string; done: number; total: number; seconds: number }

/** 'customers.csv: 45,000 of 200,000 rows, 5,600 a second, about 28 s left' */
export function progressText({ step, done, total, seconds }: StepProgress): string {
  if (step === 'waiting' || step === 'starting') return 'Waiting for the server to begin.'
  if (step === 'comparing')
    return `Comparing the rows: check ${formatCount(done + 1)} of ${formatCount(total)}.`
  if (step === 'verifying') return 'Verifying the ledger.'
  const rows = `${step}: ${total > 0 ? `${formatCount(done)} of ` : ''}${pluralize(total || done, 'row')}`
  if (done === 0 || seconds <= 0) return rows
  const rate = done / seconds
  const left = total > done ? `, about ${leftText((total - done) / rate)} left` : ''
  return `${rows}, ${formatCount(Math.round(rate))} a second${left}`
}

const leftText = (seconds: number) =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
