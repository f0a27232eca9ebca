import { useState } from 'react'
import Box from '@mui/material/Box'
import { type EndedWallet, payoutWayLabels, payoutWays, maxPayouts } from '#contract/calls/payouts'
import { calls } from '#contract/index'
import { enabledUntilDone, type Submit, useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { today } from '#device/today'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { ChoiceChips } from '#lists/ChoiceChips'
import { BackLink, useGo, useListPlace } from '#routing/navigation'
import type { Choice } from '#domain/lists/filterWords'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { Empty } from '#ui/feedback/Empty'
import { Fact } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { PayoutWallets } from './PayoutWallets'

const { getEndedCycles, getPayoutChoices, requestPayout } = calls.payouts
const { paid, pay_on } = requestPayout.input.entries
const filterNames = ['agent_id', 'market_id', 'saving_type_id'] as const

/** The wallets of an agent, a market or a type whose cycle has ended: those that are ticked are requested as one payout. */
export default function PayoutCreate() {
  const place = useListPlace()
  const submit = useSubmit(requestPayout)
  const choices = useCall(getPayoutChoices, {})
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => (place.filters[name] ? [[name, Number(place.filters[name])]] : [])),
  )
  const isChosen = Object.keys(filters).length > 0
  const { enabled } = enabledUntilDone(submit)
  const found = useCall(getEndedCycles, filters, { enabled: enabled && isChosen })
  return (
    <Screen
      note="Savings wallets whose cycle has ended. Once another admin approves the payout, what they hold, less commission, moves to the main wallets or is paid in cash."
      about={<Age updatedAt={found.dataUpdatedAt} />}
      actions={<BackLink to="payouts">Back to payouts</BackLink>}
    >
      <Ready query={choices}>
        {({ data }) => (
          <>
            <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
              <ChoiceChips
                place={place}
                choices={[
                  choiceOf('agent_id', 'Agent', 'All agents', data.agents),
                  choiceOf('market_id', 'Market', 'All markets', data.markets),
                  choiceOf('saving_type_id', 'Savings Type', 'All types', data.saving_types),
                ]}
              />
            </Box>
            {isChosen ? (
              <Ready query={found}>
                {({ data: wallets, more }) =>
                  wallets.length === 0 ? (
                    <Empty>No wallet whose cycle has ended is to be paid out</Empty>
                  ) : (
                    <Request key={JSON.stringify(filters)} wallets={wallets} hasMore={more} submit={submit} />
                  )
                }
              </Ready>
            ) : (
              <Empty>Choose an agent, a market or a savings type.</Empty>
            )}
          </>
        )}
      </Ready>
    </Screen>
  )
}

const choiceOf = (
  name: string,
  label: string,
  all: string,
  rows: readonly { id: number; name: string }[],
): Choice => ({
  name,
  label,
  all,
  options: rows.map(({ id, name: text }) => ({ value: String(id), label: text })),
})

type Props = { wallets: readonly EndedWallet[]; hasMore: boolean; submit: Submit<typeof requestPayout> }

function Request({ wallets, hasMore, submit }: Props) {
  const go = useGo()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const chosen = wallets.filter(({ savings_id }) => ticked.has(savings_id))
  const total = sumKobo(chosen.map(({ payable }) => payable))
  const fields = useFields({ paid, pay_on }, { paid: '', pay_on: today() })
  const { values } = fields
  const way = payoutWays.find((one) => one === values.paid)
  const what = `${pluralize(chosen.length, 'wallet')}, ${formatNaira(total)}`
  const send = () => {
    const body = fields.body()
    submit.mutate(
      {
        wallets: chosen.map(({ savings_id }) => savings_id),
        total,
        paid: body.paid,
        ...(body.paid === 'agent' && { pay_on: body.pay_on }),
      },
      { about: { name: pluralize(chosen.length, 'wallet'), amount: total }, onSuccess: () => go('payouts') },
    )
  }
  return (
    <>
      <Card title="Ended cycles">
        {hasMore && <p>{`Only the first ${maxPayouts} are shown. Request them, then the others.`}</p>}
        <PayoutWallets wallets={wallets} ticked={ticked} onTick={setTicked} locked={submit.isPending} />
      </Card>
      <ConfirmedForm
        title="Request"
        fields={{ ...fields, dirty: fields.dirty || ticked.size > 0 }}
        call={requestPayout}
        submit={submit}
        subject={{ wallets: chosen.map(({ savings_id }) => savings_id) }}
        question={
          way && {
            title: `Request payout of ${what}?`,
            text: 'Nothing moves before another admin approves it. Then all wallets are paid out, or none.',
            facts: (
              <>
                <Fact label="Wallets">{pluralize(chosen.length, 'wallet')}</Fact>
                <Fact label="Total">{formatNaira(total)}</Fact>
                <Fact label="Paid">{payoutWayLabels[way]}</Fact>
                {way === 'agent' && <Fact label="Pay On">{showDate(values.pay_on)}</Fact>}
              </>
            ),
          }
        }
        onConfirm={send}
        actionLabel={chosen.length > 0 ? `Request payout of ${what}` : 'Request payout'}
        disabledReason={chosen.length === 0 ? 'Tick at least one wallet.' : undefined}
      >
        <Field
          fields={fields}
          name="paid"
          label="Paid"
          options={payoutWays.map((value) => ({ value, label: payoutWayLabels[value] }))}
        />
        {way === 'agent' && <Field fields={fields} name="pay_on" label="Pay On" type="date" />}
      </ConfirmedForm>
    </>
  )
}
