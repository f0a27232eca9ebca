import { calls } from '#contract/index'
import { formatRate } from '#domain/money/rates'
import { useCall } from '#api/useCall'
import { Ready } from '#ui/feedback/Ready'

/** The types that customers can apply for. */
export function LoanTypes() {
  const types = useCall(calls.loans.getLoanType, {})
  return (
    <section className="dash-types">
      <h2>Loan Types</h2>
      <Ready query={types} height={44}>
        {({ data }) => {
          const offered = data.filter(({ status }) => status === 'active')
          return offered.length === 0 ? (
            <p>No loan interest found</p>
          ) : (
            <dl>
              {offered.map(({ id, name, interest_rate }) => (
                <div key={id}>
                  <dt>{name}</dt>
                  <dd>{formatRate(interest_rate)}</dd>
                </div>
              ))}
            </dl>
          )
        }}
      </Ready>
    </section>
  )
}
