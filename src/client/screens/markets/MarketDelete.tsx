import { calls } from '#contract/index'
import { Decision } from '#forms/Decision'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { marketIsUsed, marketRowText } from '#domain/time/markets'
import { useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Fact } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useMarket } from './useMarket'

const { deleteMarket } = calls.markets

export default function MarketDelete() {
  const { market_id } = useRouteState('marketDelete')
  const go = useGo()
  const submit = useSubmit(deleteMarket)
  const press = (name: string) =>
    submit.mutate({ marketId: market_id }, { about: { name }, onSuccess: () => go('markets') })
  return (
    <Screen actions={<BackLink to="markets">Back to market days</BackLink>}>
      <Ready query={useMarket(market_id, enabledUntilDone(submit))}>
        {(market) => (
          <Decision
            call={deleteMarket}
            submit={submit}
            onPress={() => press(market.name)}
            actionLabel="Delete Market Day"
            note="Nobody can save for it any more. It can’t be restored."
            disabledReason={market.savings ? marketIsUsed(market.savings) : undefined}
            danger
          >
            <Fact label="Market Name">{market.name}</Fact>
            <Fact label="Period">{marketRowText(market)}</Fact>
            <Fact label="LGA">{`${market.lga}, ${market.state}`}</Fact>
          </Decision>
        )}
      </Ready>
    </Screen>
  )
}
