import type { CustomerPage } from '#contract/calls/customerPage'
import { activeText } from '#domain/statusText'
import { pluralize } from '#domain/money/figures'
import { showDate } from '#domain/time/lagos'
import { RowActions } from '#lists/rows/RowActions'
import { RowsLink } from '#lists/RowsLink'
import { LinkButton } from '#routing/navigation'
import { Badge, StatusChip } from '#ui/text/StatusChip'
import { nameOf } from '../useCustomer'

type Props = { page: CustomerPage; state: { user_id: number } }

/** Who the customer is, and what can be done. */
export function CustomerHead({ page: { profile, debt }, state }: Props) {
  return (
    <div className="customer-head">
      {profile && (
        <div className="customer-identity">
          <span className="customer-initials" aria-hidden>
            {`${profile.first_name.charAt(0)}${profile.last_name.charAt(0)}`.toUpperCase()}
          </span>
          <div>
            <div className="customer-name">
              <h2>{nameOf(profile)}</h2>
              <StatusChip status={activeText(profile.status)} />
              {profile.frozen && <Badge tone="error">Frozen</Badge>}
              {debt && debt.late_count > 0 && (
                <Badge tone="error">{`${pluralize(debt.late_count, 'installment')} late`}</Badge>
              )}
            </div>
            <div className="customer-facts">
              <a href={`tel:${profile.phone_number}`}>{profile.phone_number}</a>
              <span>{profile.reference}</span>
              <span>
                Agent{' '}
                {profile.assigned_agent_id === null ? (
                  profile.assignedAgentName
                ) : (
                  <RowsLink
                    orText
                    to="agentDetails"
                    state={{ agent_id: profile.assigned_agent_id }}
                    label={profile.assignedAgentName}
                  />
                )}
              </span>
              <span>{`With us since ${showDate(profile.created_at)}`}</span>
            </div>
          </div>
        </div>
      )}
      <div className="customer-acts screen-only">
        {profile && profile.assigned_agent_id !== null && (
          <LinkButton
            to="collectionSheet"
            state={{ agent_id: profile.assigned_agent_id, ...state, customer: profile.first_name }}
            variant="contained"
          >
            Collect
          </LinkButton>
        )}
        <LinkButton to="customerStatement" state={state}>
          Statement
        </LinkButton>
        <LinkButton to="customerUpdate" state={state}>
          Update
        </LinkButton>
        {/* What stops a customer is taken back by a button; what would stop one is in the menu. */}
        {profile && !profile.status && (
          <LinkButton to="customerActivate" state={state}>
            Activate
          </LinkButton>
        )}
        {profile?.frozen && (
          <LinkButton to="customerUnfreeze" state={state}>
            Unfreeze
          </LinkButton>
        )}
        {profile && (
          <RowActions
            name={nameOf(profile)}
            maxButtons={0}
            actions={[
              { label: 'Re-Schedule', to: 'customerReassign', state },
              profile.status && { label: 'Deactivate', to: 'customerDeactivate', state },
              !profile.frozen && { label: 'Freeze', to: 'customerFreeze', state },
            ]}
          />
        )}
      </div>
    </div>
  )
}
