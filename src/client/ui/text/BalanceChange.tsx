import type { Kobo } from '#contract/values'
import { Fact } from './Facts'
import { Money } from './Money'

type Props = {
  /** Which balance; not needed if there is only one. */
  of?: string
  before: Kobo
  after: Kobo | undefined
}

/** A balance before and after a change; the second once the change is known. */
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
