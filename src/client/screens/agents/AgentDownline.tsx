import { useMemo } from 'react'
import type * as v from 'valibot'
import { type Downline, downlineColumns } from '#contract/calls/agentRows'
import { calls } from '#contract/index'
import { BackLink, useRouteState, useListPlace } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/paging/useWholeList'
import { Age } from '#ui/text/Age'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { useAgent } from './useAgent'

export default function AgentDownline() {
  const { agent_id } = useRouteState('agentDownline')
  const agent = useAgent(agent_id)
  const downline = useCall(calls.agents.agentDownline, { agent_id })
  const rows = downline.data?.agent
  const listed = useMemo(() => rows?.map(withoutAgent), [rows])
  const list = useWholeList(calls.agents.agentDownline, downline, listed, useListPlace())
  const name = rows?.[0]?.agentName ?? agent.data?.name
  return (
    <Screen
      fill
      title={name && `${name} Downlines`}
      about={<Age updatedAt={downline.dataUpdatedAt} />}
      actions={
        <>
          <BackLink to="agents">Back to agents</BackLink>
          <PrintButton />
        </>
      }
    >
      <DataTable list={list} name="downlines" columns={downlineColumns} empty="No Downlines Yet" />
    </Screen>
  )
}

type Row = Omit<v.InferOutput<typeof Downline>, 'agentName'> & { id?: number }

/** Only the first row names the agent. */
const withoutAgent = ({ agentName: _agent, ...row }: v.InferOutput<typeof Downline>): Row => row
