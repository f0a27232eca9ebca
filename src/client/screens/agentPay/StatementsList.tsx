import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, choiceOf, useAgentFilter, useDeciderFilter } from '#lists/ChoiceChips'
import { agentStatementColumns, statementStates } from '#contract/calls/agentPay'
import { calls } from '#contract/index'
import { monthText } from '#domain/time/months'
import { FirstOne } from '#lists/FirstOne'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { LinkButton, useListPlace } from '#routing/navigation'
import { type RowAction, type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent } from '#lists/rows/rowLinks'
import { SearchBox } from '#lists/SearchBox'
import { WaitingChip } from '#lists/waiting'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getAgentStatements } = calls.agentPay
const states = choiceOf('status', 'Status', 'All states', statementStates)

/** What agents get, by month. */
export default function StatementsList() {
  const place = useListPlace()
  const list = usePagedList(getAgentStatements, place, {
    choices: [states, useAgentFilter(), useDeciderFilter()],
  })
  const rowTools = useRowActions(actionsOf, [
    'agentStatement',
    'agentStatementFirst',
    'agentStatementSecond',
    'agentPayment',
    'agentStatementsMake',
    'agentStatementRows',
    'agentDetails',
  ])
  return (
    <Screen
      note="What agents get of what they brought in a month: what was recorded in it, less what was reversed in it."
      fill
      about={<ListSummary list={list} noun="statement" />}
      actions={
        <>
          <PrintButton />
          <LinkButton to="agentPayTerms">Rates</LinkButton>
          <LinkButton to="agentStatementsMake" state={null} variant="contained">
            Make Statements
          </LinkButton>
        </>
      }
    >
      <DataTable
        chips={<WaitingChip list={list} kinds={['statements_first', 'statements_second']} />}
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} label="Pay" />
          </>
        }
        tools={<ExportCsv list={list} name="agents_commission_" />}
        list={list}
        name="agentStatements"
        columns={agentStatementColumns}
        empty="No statement found"
        first={
          <FirstOne to="agentStatementsMake" link="Make the first statements">
            Once a month has ended, each agent gets a statement of the commission.
          </FirstOne>
        }
        search={
          <SearchBox
            place={place}
            hint="Reference or agent"
            emptyMessage="Please enter a reference or agent to search"
          />
        }
        {...rowTools}
      />
    </Screen>
  )
}

type Row = RowOf<typeof getAgentStatements>

/** The next step first. */
const actionsOf = (row: Row): RowOffer => ({
  name: row.reference,
  actions: [...toNextStep(row), toRows(row), toAgent(row.agent_id)],
})

/** What a statement awaits: a decision, its payment, or to be made again; and its details. */
const toNextStep = ({ id, state, total, paid, agent_id, month }: Row): (RowAction | false)[] => [
  state === 0 && { label: 'First Approval', to: 'agentStatementFirst', state: { statement_id: id } },
  state === 1 && { label: 'Second Approval', to: 'agentStatementSecond', state: { statement_id: id } },
  state === 2 && paid !== total && { label: 'Pay', to: 'agentPayment', state: { statement_id: id } },
  state === 3 &&
    agent_id !== null && {
      label: 'Make Again',
      to: 'agentStatementsMake',
      state: { month, agent_id },
    },
  { label: 'Details', to: 'agentStatement', state: { statement_id: id } },
]

const toRows = ({ id, agent, month }: Row): RowAction => ({
  label: 'Rows',
  to: 'agentStatementRows',
  state: { statement_id: id, statement: `${agent}, ${monthText(month)}` },
})
