import type { ImportCase } from '#contract/calls/imports'
import type { Kobo } from '#contract/values'
import { controlNames, controlTotals, isSum } from '#domain/import/totals'
import { formatCount } from '#domain/money/figures'
import { showDate, showDateTime } from '#domain/time/lagos'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { StatusChip } from '#ui/text/StatusChip'

/** What an import is, and who did what with it. */
export const ImportFacts = ({ of: one }: { of: ImportCase }) => (
  <Facts>
    <Fact label="Import">{String(one.id)}</Fact>
    <Fact label="State">
      <StatusChip of={one.state} />
    </Fact>
    <Fact label="Cut-over Day">{showDate(one.cut_over_day)}</Fact>
    <Fact label="Created By">{`${one.created_by_name}, ${showDateTime(one.created_at)}`}</Fact>
    {one.released_at && (
      <Fact label="Released By">{`${one.released_by_name ?? ''}, ${showDateTime(one.released_at)}`}</Fact>
    )}
    {one.undone_at && (
      <Fact label="Undone By">{`${one.undone_by_name ?? ''}, ${showDateTime(one.undone_at)}`}</Fact>
    )}
  </Facts>
)

/** The control totals of its files. */
export const TotalFacts = ({ of: totals }: { of: NonNullable<ImportCase['totals']> }) => (
  <>
    {controlNames.map((name) => (
      <Fact key={name} label={controlTotals[name]}>
        {isSum(name) ? <Money of={totals[name] as Kobo} /> : formatCount(totals[name])}
      </Fact>
    ))}
  </>
)
