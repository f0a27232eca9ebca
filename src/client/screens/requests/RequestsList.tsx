import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, choiceOf, useDeciderFilter } from '#lists/ChoiceChips'
import { withoutEmpty } from '#api/paging/listRequest'
import { fromWire } from '#domain/wire'
import * as v from 'valibot'
import { approvalStates } from '#contract/calls/approvals'
import { calls } from '#contract/index'
import {
  type FundRequest,
  FundType,
  type RequestRow,
  requestColumns,
  WalletFlag,
  walletLabel,
} from '#contract/calls/requests'
import { LinkButton, useListPlace } from '#routing/navigation'
import { FirstOne } from '#lists/FirstOne'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toReversal } from '#lists/rows/rowLinks'
import { WaitingChip } from '#lists/waiting'
import { pluralize } from '#domain/money/figures'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/paging/useWholeList'
import { Age } from '#ui/text/Age'
import { DataTable } from '#ui/table/DataTable'
import { Screen } from '#ui/layout/Screen'

const { getRequestList } = calls.requests
const states = choiceOf('status', 'Status', 'All states', approvalStates)
const wallets = choiceOf('flag', 'Wallet', 'All wallets', WalletFlag.options, (flag) =>
  walletLabel(flag as WalletFlag),
)
const types = choiceOf('type', 'Type', 'All types', FundType.options)

export default function RequestsList() {
  const place = useListPlace()
  const deciders = useDeciderFilter()
  const filter = v.safeParse(
    getRequestList.input,
    fromWire(getRequestList.input, withoutEmpty(place.filters)),
  )
  const requests = useCall(getRequestList, filter.success ? filter.output : {})
  const rows = requests.data?.data.map(toRow)
  const list = useWholeList(getRequestList, requests, rows, place)
  const rowTools = useRowActions(actionsOf, ['requestFirst', 'requestSecond', 'reversalCreate'])
  return (
    <Screen
      fill
      about={
        <>
          {rows && <span>{pluralize(rows.length, 'fund request')}.</span>}
          <Age updatedAt={requests.dataUpdatedAt} />
        </>
      }
      actions={
        <LinkButton to="requestCreate" variant="contained">
          Create Request
        </LinkButton>
      }
    >
      <DataTable
        chips={<WaitingChip list={{ ...list, place }} kinds={['requests_first', 'requests_second']} />}
        filters={
          <>
            <ChoiceChips place={place} choices={[states, wallets, types, deciders]} />
            <AmountFilter place={place} />
          </>
        }
        list={list}
        name="requests"
        columns={requestColumns}
        empty="No request found"
        first={
          <FirstOne to="requestCreate" link="Create the first request">
            A request credits or debits a wallet of the business, and takes two approvals.
          </FirstOne>
        }
        {...rowTools}
      />
    </Screen>
  )
}

const toRow = (request: FundRequest): RequestRow => ({
  ...request,
  wallet: walletLabel(request.flag),
  status: approvalStates[request.initial_status],
})

/** The next decision, if the request is undecided, or the reversal of one that was carried out. */
const actionsOf = ({ id, reference, initial_status, entry, reversed_by }: RequestRow): RowOffer => ({
  name: reference,
  actions: [
    initial_status === 0 && { label: 'First Approval', to: 'requestFirst', state: { request_id: id } },
    initial_status === 1 && { label: 'Second Approval', to: 'requestSecond', state: { request_id: id } },
    toReversal({ reference: entry, reversed_by }),
  ],
})
