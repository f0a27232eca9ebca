import type { Kobo } from '#contract/values'
import { Fact } from './Facts'
import { Money } from './Money'

type Props = {
  /** Which balance; a card with one needs no more. */
  of?: string
  before: Kobo
  after: Kobo | undefined
}

/** A balance around an act: two facts; the second once it is known what is done. */
export const BalanceChange = ({ of: balance = 'Balance', before, after }: Props) => (
  <>
    <Fact label={`${balance} before`}>
      <Money of={before} />
    </Fact>
    {after !== undefined && (
      <Fact label={`${balance} after`}>
        <Money of={after} />
      </Fact>
    )}
  </>
)
