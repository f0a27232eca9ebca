import type { Kobo } from '#contract/values'
import { Fact } from './Facts'
import { Money } from './Money'

type Props = {
  /** Which balance; not needed if there is only one. */
  label?: string
  before: Kobo
  after: Kobo | undefined
}

/** A balance before and after a change; the second once the change is known. */
export const BalanceChange = ({ label = 'Balance', before, after }: Props) => (
  <>
    <Fact label={after === undefined ? label : `${label} before`}>
      <Money amount={before} />
    </Fact>
    {after !== undefined && (
      <Fact label={`${label} after`}>
        <Money amount={after} />
      </Fact>
    )}
  </>
)
