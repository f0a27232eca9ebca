import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { calls } from '#contract/index'
import { useRouteState } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { Empty } from '#ui/feedback/Empty'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { AgentSheet } from './sheet/AgentSheet'
import type { OnlyCustomer } from './sheet/SheetBody'
import { today } from '#device/today'
import { KeptSheets } from './KeptSheets'
import { sheetTools, wideScreen } from './sheet/layout'
import { SheetChoice } from './SheetChoice'
import { createSheet } from './sheet/sheet'
import { TotalsBar, TotalsPanel } from './sheet/SheetTotals'

/** Records what an agent collected on a day. What the agent should hold is not shown before (rules.md, "Blind count"). */
export default function CollectionSheet() {
  const state = useRouteState('collectionSheet')
  const agents = useCall(calls.collections.getCollectors, {})
  const day = state?.day ?? today()
  const isWide = useMediaQuery(wideScreen)
  const chosen = agents.data?.data.find(({ id }) => id === state?.agent_id)
  if (agents.data && chosen)
    return <AgentSheet agent={chosen} agents={agents.data.data} day={day} only={onlyOf(state)} />
  return (
    <Screen fill>
      <Ready query={agents}>
        {({ data }) => (
          <>
            <Box sx={sheetTools}>
              <SheetChoice agents={data} agentId={undefined} day={day} />
            </Box>
            <Box sx={{ display: 'flex', gap: 1.5, flex: 1, minHeight: 0 }}>
              <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 2, alignContent: 'start' }}>
                <Empty>Choose the agent whose collection you record.</Empty>
                <KeptSheets />
              </Box>
              {isWide ? <TotalsPanel {...noTotals} /> : null}
            </Box>
            {isWide ? null : <TotalsBar {...noTotals} />}
          </>
        )}
      </Ready>
    </Screen>
  )
}

/** The customer whose lines are shown alone. */
const onlyOf = (state: ReturnType<typeof useRouteState<'collectionSheet'>>): OnlyCustomer | undefined =>
  state?.user_id === undefined ? undefined : { user_id: state.user_id, name: state.customer }

const noTotals = {
  sheet: createSheet(),
  locked: true,
  call: calls.collections.recordSheet,
  busy: false,
  disabledReason: 'Choose an agent first.',
  onBook: () => {},
}
