import Box from '@mui/material/Box'
import type { HistoryNoun, RecordChange } from '#contract/calls/history'
import { calls } from '#contract/index'
import { showDateTime } from '#domain/time/lagos'
import { RowsLink, type Rows } from '#lists/RowsLink'
import { useCall } from '#api/useCall'
import { Empty } from '#ui/feedback/Empty'
import { Ready } from '#ui/feedback/Ready'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { useSeesHistory } from './subjects'

type Props = { noun: HistoryNoun; id: number; narrow?: boolean } & Pick<Rows, 'to' | 'state'>

/** Changes in the card of a record's page. */
const shown = 5

/** The last changes of a record, on its page, and a link to all of them. Nothing for who may not see them. */
export function HistoryCard({ noun, ...props }: Props & Rows) {
  const sees = useSeesHistory()
  return sees(noun) && <LastChanges noun={noun} {...props} />
}

function LastChanges({ noun, id, narrow = false, ...all }: Props & Rows) {
  const history = useCall(calls.history.getRecordHistory, { noun, id, page: 1, per_page: shown })
  return (
    <Card
      title="History"
      narrow={narrow}
      action={<RowsLink {...all} label="All Changes" name="All changes of this record" />}
    >
      <Ready query={history}>
        {({ data: { data } }) =>
          data.length === 0 ? (
            <Empty>No change recorded</Empty>
          ) : (
            <Facts>
              {data.map((one) => (
                <Fact key={one.id} label={showDateTime(one.created_at)}>
                  {changeText(one)}
                  <Box component="small" sx={{ display: 'block', fontWeight: 400 }}>
                    {one.reference === null ? (
                      'by the server'
                    ) : (
                      <RowsLink
                        orText
                        to="adminActivityLog"
                        filters={{ reference: one.reference }}
                        label={`by ${one.by}`}
                      />
                    )}
                    {one.reason && ` · ${one.reason}`}
                  </Box>
                </Fact>
              ))}
            </Facts>
          )
        }
      </Ready>
    </Card>
  )
}

/** 'Phone: 08031112222 → 08055556666' */
const changeText = ({ field, before, after }: RecordChange) =>
  before === null && after === null ? field : `${field}: ${before ?? 'none'} → ${after ?? 'none'}`
