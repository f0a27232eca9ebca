import type { ReactNode } from 'react'
import { useRecordName } from '#api/recordName'
import { RecordName } from '#ui/layout/Screen'
import type { Route } from './route'

type Props = { route: Route; state: unknown; children: ReactNode }

/** Names the record of a screen in the title of its tab. */
export const Named = ({ route, state, children }: Props) => (
  <RecordName.Provider value={useRecordName(route.calls, state)}>{children}</RecordName.Provider>
)
