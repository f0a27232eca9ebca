import { today } from '#device/today'
import { calls } from '#contract/index'
import { PrintButton } from '#ui/print/PrintButton'
import { useListPlace } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { Ready } from '#ui/feedback/Ready'
import { CardGrid } from '#ui/layout/CardGrid'
import { Screen } from '#ui/layout/Screen'
import { Age } from '#ui/text/Age'
import { AgentsCard } from './AgentsCard'
import { DayChoice } from '#ui/form/choices/DayChoice'
import { CounterCard, OpenCard, PaidOutCard, PostedCard, UnsentCard } from './DayCards'
import { FeesCard } from './FeesCard'
import { PlacesCard } from './PlacesCard'
import { ProductsCard } from './ProductsCard'

/** What came in on a day, by agent and product; what was handed in, posted and paid out. */
export default function DayClose() {
  const place = useListPlace()
  const day = place.filters.day ?? today()
  const close = useCall(calls.closing.getDayClose, { day })
  return (
    <Screen
      note="What came in and went out on one day, by agent, counter and product. Expected: savings and installments due on it. Held: at its end."
      about={
        <>
          <DayChoice day={day} onChange={(chosen) => place.go({ filters: { day: chosen } })} />
          <Age updatedAt={close.dataUpdatedAt} />
        </>
      }
      actions={<PrintButton />}
    >
      <Ready query={close}>
        {({ data }) => (
          <>
            <CardGrid least={360}>
              <ProductsCard dayClose={data} />
              <FeesCard dayClose={data} />
              <CounterCard dayClose={data} />
              <PlacesCard dayClose={data} />
              <PostedCard dayClose={data} />
              <PaidOutCard dayClose={data} />
              <UnsentCard dayClose={data} />
              <OpenCard dayClose={data} />
            </CardGrid>
            <AgentsCard dayClose={data} />
          </>
        )}
      </Ready>
    </Screen>
  )
}
