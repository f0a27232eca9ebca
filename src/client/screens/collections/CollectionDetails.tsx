import { calls } from '#contract/index'
import { BackLink, useOffers, useRouteState } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { Age } from '#ui/text/Age'
import { PrintButton } from '#ui/print/PrintButton'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { CollectionReceipt } from './CollectionReceipt'

/** A recorded sheet, as on its receipt. */
export default function CollectionDetails() {
  const offers = useOffers()
  const collection = useCall(calls.collections.getCollection, useRouteState('collectionDetails'))
  return (
    <Screen
      about={<Age updatedAt={collection.dataUpdatedAt} />}
      actions={
        <>
          {offers('collections') && <BackLink to="collections">Back to collections</BackLink>}
          <PrintButton />
        </>
      }
    >
      <Ready query={collection}>{({ data }) => <CollectionReceipt sheet={data} />}</Ready>
    </Screen>
  )
}
