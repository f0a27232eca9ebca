import ArrowForward from '@mui/icons-material/ArrowForward'
import type { Kobo } from '#contract/values'
import { formatNaira, subtractKobo } from '#domain/money/kobo'

/** A balance that a decision changes. */
export type Wallet = { label: string; before: Kobo; after: Kobo }

const changeOf = ({ before, after }: Wallet) => subtractKobo(after, before)
/** '+₦217,800.00', '−₦220,000.00'. */
const signed = (amount: Kobo) => (amount > 0 ? `+${formatNaira(amount)}` : formatNaira(amount))
const toneOf = (amount: Kobo) => (amount > 0 ? 'more' : amount < 0 ? 'less' : undefined)

/** Each wallet that moves, before and after. */
export const Wallets = ({ title, wallets }: { title: string; wallets: readonly Wallet[] }) => (
  <div className="decision-wallets">
    <h3>{title}</h3>
    <dl>
      {wallets.map((wallet) => (
        <div key={wallet.label}>
          <dt>
            <span>{wallet.label}</span>
            <b className={toneOf(changeOf(wallet))}>{signed(changeOf(wallet))}</b>
          </dt>
          <dd>
            <span>{formatNaira(wallet.before)}</span>
            <ArrowForward aria-label="then" sx={{ fontSize: 15 }} />
            <b>{formatNaira(wallet.after)}</b>
          </dd>
        </div>
      ))}
    </dl>
  </div>
)

/** The same in a line of the foot bar. */
export const WalletLine = ({ when, wallets }: { when: string; wallets: readonly Wallet[] }) => {
  const [first, ...others] = wallets
  return (
    first && (
      <p className="decision-line">
        {first.label} <strong>{formatNaira(first.before)}</strong> →{' '}
        <strong>{formatNaira(first.after)}</strong>
        <span>
          {when}
          {others.map((wallet) => (
            <span key={wallet.label}>
              , {wallet.label.charAt(0).toLowerCase() + wallet.label.slice(1)}{' '}
              <strong className={toneOf(changeOf(wallet))}>{signed(changeOf(wallet))}</strong>
            </span>
          ))}
        </span>
      </p>
    )
  )
}
