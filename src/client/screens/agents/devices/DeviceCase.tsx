import type { BodyOf, ReplyOf } from '#contract/call'
import { calls } from '#contract/index'
import { selectById } from '#api/selectById'
import { enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { daysFrom } from '#domain/time/lagos'
import { showDateTime } from '#domain/time/lagos'
import { pluralize } from '#domain/money/figures'
import { today } from '#device/today'
import { ActsForm } from '#forms/ActsForm'
import { OneCase } from '#forms/decision/OneCase'
import { RecordLink } from '#forms/decision/RecordLink'
import { Card } from '#ui/layout/Card'
import { Empty } from '#ui/feedback/Empty'
import { Fact, Facts } from '#ui/text/Facts'
import { StatusChip } from '#ui/text/StatusChip'
import { ReportedFacts } from './ReportedFacts'

const { getWaitingDevice, approveDevice, dissApproveDevice } = calls.agents
type Device = ReplyOf<typeof getWaitingDevice>['data'][number]

/** A device at the desk: whose it is, and which others the agent has. */
export function Case({ id }: { id: number }) {
  const approve = useSubmit(approveDevice)
  const disapprove = useSubmit(dissApproveDevice)
  const isOpen = enabledUntilDone(approve).enabled && enabledUntilDone(disapprove).enabled
  const query = selectById(useCall(getWaitingDevice, { id }, { enabled: isOpen }), id)
  const body: BodyOf<typeof approveDevice> = { device_id: id }
  return (
    <OneCase
      query={query}
      title={({ device_name, agentName }) => `${device_name} of ${agentName}`}
      panel={({ device_name, agentName, status }) => (
        <ActsForm
          about={{ name: `${device_name} of ${agentName}` }}
          against={
            status === 'Waiting' || !isOpen ? undefined : `This device is ${status.toLowerCase()} now.`
          }
          accept={{
            call: approveDevice,
            submit: approve,
            body,
            action: `Accept ${device_name}`,
            consequence: 'The agent can sign in on this device once it is approved.',
          }}
          reject={{
            call: dissApproveDevice,
            submit: disapprove,
            body,
            action: `Reject ${device_name}`,
            consequence: 'The agent can’t sign in on this device.',
          }}
        />
      )}
    >
      {(device) => <DeviceFacts device={device} />}
    </OneCase>
  )
}

const DeviceFacts = ({ device }: { device: Device }) => (
  <>
    <Card title="What you decide">
      <Facts>
        <Fact label="Agent">
          <RecordLink to="agentDetails" state={{ agent_id: device.agent_id }}>
            {device.agentName}
          </RecordLink>
        </Fact>
        <Fact label="Phone">
          <a href={`tel:${device.agent_phone}`}>{device.agent_phone}</a>
        </Fact>
        <Fact label="Device">{device.device_name}</Fact>
        <ReportedFacts device={device} />
        <Fact label="Status">
          <StatusChip status={device.status} />
        </Fact>
        <Fact label="Date Created">
          {`${showDateTime(device.created_at)}, ${pluralize(daysFrom(device.created_at.slice(0, 10), today()) - 1, 'day')} ago`}
        </Fact>
      </Facts>
    </Card>
    <Card title="Other devices of the agent">
      {device.others.length === 0 ? (
        <Empty>No other device found</Empty>
      ) : (
        <Facts>
          {device.others.map((one) => (
            <Fact key={one.id} label={one.device_name}>
              <StatusChip status={one.status} /> {one.is_primary ? 'Primary, ' : ''}
              {showDateTime(one.created_at)}
            </Fact>
          ))}
        </Facts>
      )}
    </Card>
  </>
)
