import { calls } from '#contract/index'
import { formatRate } from '#domain/money/rates'
import { useCall } from '#api/useCall'
import { Card } from '#ui/layout/Card'
import { Empty } from '#ui/feedback/Empty'
import { CardAge } from '#ui/text/Age'
import { Fact, Facts } from '#ui/text/Facts'
import { Ready } from '#ui/feedback/Ready'

/** The types that customers can apply for. */
export function LoanTypes() {
  const types = useCall(calls.loans.getLoanType, {})
  return (
    <Card title="Loan Types" action={<CardAge updatedAt={types.dataUpdatedAt} />}>
      <Ready query={types}>
        {({ data }) => {
          const offered = data.filter(({ status }) => status === 'active')
          return offered.length === 0 ? (
            <Empty>No loan interest found</Empty>
          ) : (
            <Facts>
              {offered.map(({ id, name, interest_rate }) => (
                <Fact key={id} label={name}>
                  {formatRate(interest_rate)}
                </Fact>
              ))}
            </Facts>
          )
        }}
      </Ready>
    </Card>
  )
}
