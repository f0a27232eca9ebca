import type { ArrearsReport, Reading } from '#contract/calls/arrears'
import type { BodyOf } from '#contract/call'
import { calls } from '#contract/index'
import { formatNaira, negateKobo, subtractKobo } from '#domain/money/kobo'
import { useCall } from '#api/useCall'
import { FilterChip } from '#ui/table/tools/FilterChip'

type Props = {
  about: BodyOf<typeof calls.arrears.getArrearsReport>
  reading: Reading | undefined
  /** The report of the reading that is shown. */
  shown: ArrearsReport | undefined
  onChange: (reading: Reading | undefined) => void
}

/** Of a past day: as it stood then, or without what was reversed since; and what that changes. */
export function ReadingChip({ about, reading, shown, onChange }: Props) {
  const other = useCall(calls.arrears.getArrearsReport, {
    ...about,
    ...(reading === undefined && { reading: 'corrected' as const }),
  }).data?.data
  const [stood, corrected] = reading ? [other, shown] : [shown, other]
  const change = stood && corrected && subtractKobo(corrected.late.late, stood.late.late)
  return (
    <>
      {reading ? (
        <FilterChip onRemove={() => onChange(undefined)}>As corrected</FilterChip>
      ) : (
        <FilterChip onSet={() => onChange('corrected')}>As corrected</FilterChip>
      )}
      {change !== undefined && change !== 0 && (
        <span className="age-note">
          {change > 0
            ? `${formatNaira(change)} more late, as reversals since then say`
            : `${formatNaira(negateKobo(change))} less late, as reversals since then say`}
        </span>
      )}
    </>
  )
}
