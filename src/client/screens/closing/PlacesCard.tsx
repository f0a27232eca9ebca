import type { DayClose } from '#contract/calls/closing'
import { formatNaira, negateKobo } from '#domain/money/kobo'
import { RowsLink } from '#lists/RowsLink'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'

/** What vault, tills and bank held at the end of the day, and what counts of tills lacked. */
export const PlacesCard = ({ dayClose: { places } }: { dayClose: DayClose }) =>
  places && (
    <Card title="Tills, vault and bank" action={<RowsLink to="tillSessions" label="Till Sessions" />}>
      <Facts>
        {places.map((place) => (
          <Fact key={`${place.place} ${place.name}`} label={place.name}>
            {`${formatNaira(place.held)}${stateText(place)}`}
          </Fact>
        ))}
      </Facts>
    </Card>
  )

function stateText({ difference, is_open }: NonNullable<DayClose['places']>[number]): string {
  if (is_open) return ', still open'
  if (difference === 0) return ''
  return difference > 0
    ? `, ${formatNaira(difference)} missing`
    : `, ${formatNaira(negateKobo(difference))} too much`
}
