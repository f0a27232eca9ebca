import type { ImportCase } from '#contract/calls/imports'
import type { Kobo } from '#contract/values'
import { controlNames, controlTotals, isSum } from '#domain/import/totals'
import { formatCount } from '#domain/money/figures'
import { showDate, showDateTime } from '#domain/time/lagos'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'
import { StatusChip } from '#ui/text/StatusChip'

/** What an import is, and who did what with it. */
export const ImportFacts = ({ importJob }: { importJob: ImportCase }) => (
  <Facts>
    <Fact label="Import">{String(importJob.id)}</Fact>
    <Fact label="State">
      <StatusChip status={importJob.state} />
    </Fact>
    <Fact label="Cut-over Day">{showDate(importJob.cut_over_day)}</Fact>
    <Fact label="Created By">{`${importJob.created_by_name}, ${showDateTime(importJob.created_at)}`}</Fact>
    {importJob.released_at && (
      <Fact label="Released By">{`${importJob.released_by_name ?? ''}, ${showDateTime(importJob.released_at)}`}</Fact>
    )}
    {importJob.undone_at && (
      <Fact label="Undone By">{`${importJob.undone_by_name ?? ''}, ${showDateTime(importJob.undone_at)}`}</Fact>
    )}
  </Facts>
)

/** The control totals of its files. */
export const TotalFacts = ({ totals }: { totals: NonNullable<ImportCase['totals']> }) => (
  <>
    {controlNames.map((name) => (
      <Fact key={name} label={controlTotals[name]}>
        {isSum(name) ? <Money amount={totals[name] as Kobo} /> : formatCount(totals[name])}
      </Fact>
    ))}
  </>
)
