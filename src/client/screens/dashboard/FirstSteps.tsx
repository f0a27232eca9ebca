import CheckCircle from '@mui/icons-material/CheckCircle'
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { FirstStep } from '#contract/calls/dashboard'
import { calls } from '#contract/index'
import { useCall } from '#api/useCall'
import { useFirstStepsShown, useSkippedSteps } from '#auth/useFirstStepsShown'
import { LinkButton, useOffers } from '#routing/navigation'
import { toast } from '#ui/feedback/toast'
import { Card } from '#ui/layout/Card'
import { ListRow } from '#ui/layout/ListRow'
import { type StepState, stepStates } from './stepStates'

type Words = {
  title: string
  hint: string
  /** The name of the link to the screen that does it. */
  link: string
  /** 'After the first agent', beside what needs it. */
  after: string
}
const words: Record<FirstStep, Words> = {
  saving_type: {
    title: 'Savings type',
    hint: 'What customers save under: interest, the commission of a cycle, and what the end of a plan does.',
    link: 'Create Savings Type',
    after: 'After the savings type',
  },
  loan_type: {
    title: 'Loan type',
    hint: 'What customers can borrow under: interest, penalty, periods, bounds, security and early settlement.',
    link: 'Create Loan Type',
    after: 'After the loan type',
  },
  fee: {
    title: 'Fees',
    hint: 'For a new customer, a card or a loan: paid when it is due, or kept back from the loan.',
    link: 'Create Fee',
    after: 'After the fees',
  },
  calendar: {
    title: 'Days without collection',
    hint: 'Closed weekdays and holidays: nothing is expected on them, and installments move to the next day.',
    link: 'Set Closed Weekdays',
    after: 'After the days without collection',
  },
  market_day: {
    title: 'Market days',
    hint: 'Which market is held on which day, for savings that are collected there.',
    link: 'Create Market Day',
    after: 'After the market days',
  },
  agent: {
    title: 'First agent',
    hint: 'Who collects. Each customer has an agent.',
    link: 'Create Agent',
    after: 'After the first agent',
  },
  agent_pay: {
    title: 'Agents’ commission',
    hint: 'What agents are paid of what savings earn, and of what they collect.',
    link: 'Set Commission Rates',
    after: 'After the agents’ commission',
  },
  target: {
    title: 'Targets',
    hint: 'What an agent is to bring in a month: savings, repayments, new customers.',
    link: 'Set Target',
    after: 'After the targets',
  },
  customer: {
    title: 'First customer',
    hint: 'Registered with a phone number and an agent; the main wallet is opened at once.',
    link: 'Register Customer',
    after: 'After the first customer',
  },
  saving: {
    title: 'First savings wallet',
    hint: 'Opened for the customer under a savings type, with a fixed amount.',
    link: 'Open Savings Wallet',
    after: 'After the first savings wallet',
  },
  deposit: {
    title: 'First collection',
    hint: 'The sheet of an agent and a day: who is due, and what was paid.',
    link: 'Collection Sheet',
    after: 'After the first collection',
  },
}

/** The screen that does each step. */
const screens = {
  saving_type: 'savingTypeCreate',
  loan_type: 'loanTypeCreate',
  fee: 'feeCreate',
  calendar: 'closedWeekdaysSet',
  market_day: 'marketCreate',
  agent: 'agentCreate',
  agent_pay: 'agentPayTermsSet',
  target: 'agentTargetSet',
  customer: 'customerCreate',
  saving: 'savingOpen',
  deposit: 'collectionSheet',
} as const satisfies Record<FirstStep, string>

/** What a new business does first, ticked as it is done; nothing when all is done or passed over, or once the admin has hidden it. */
export function FirstSteps() {
  const steps = useCall(calls.dashboard.getFirstSteps, {})
  const [isShown, show] = useFirstStepsShown()
  const [skipped, skip] = useSkippedSteps()
  const offers = useOffers()
  const facts = steps.data?.data
  if (!facts || !isShown) return null
  const list = stepStates(facts, (step) => offers(screens[step]), skipped)
  const done = list.filter(({ state }) => state.kind === 'done').length
  if (list.every(({ state }) => state.kind === 'done' || state.kind === 'skipped')) return null
  const hasNoCustomer = list.some(({ step, state }) => step === 'customer' && state.kind !== 'done')
  const hide = () => {
    show(false)
    toast('info', 'The first steps are hidden. Device Settings show them again.')
    // The button is gone.
    document.querySelector('h1')?.focus()
  }
  return (
    <Card
      title="First steps"
      action={
        <>
          <Box sx={{ color: 'text.secondary', alignSelf: 'center' }}>{`${done} of ${list.length} done`}</Box>
          <Button aria-label="Hide first steps" onClick={hide}>
            Hide
          </Button>
        </>
      }
    >
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {list.map(({ step, state }) => (
          <ListRow key={step}>
            <Tick done={state.kind === 'done'} />
            <Box sx={beside}>
              <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
                <Box sx={{ fontWeight: 600 }}>{words[step].title}</Box>
                {state.kind !== 'done' && state.kind !== 'skipped' && (
                  <Box sx={{ color: 'text.secondary' }}>{words[step].hint}</Box>
                )}
              </Box>
              <WhatToDo step={step} state={state} customer={facts.newest_customer} skip={() => skip(step)} />
            </Box>
          </ListRow>
        ))}
      </Box>
      {hasNoCustomer && offers('imports') && (
        <Box sx={{ ...beside, pt: 1.5 }}>
          <Box sx={{ flex: '1 1 220px', minWidth: 0, color: 'text.secondary' }}>
            A business that has books already moves them in instead.
          </Box>
          <LinkButton to="imports">Import Books</LinkButton>
        </Box>
      )}
    </Card>
  )
}

/** The icon of a step; what it means stands beside it as text. */
const Tick = ({ done }: { done: boolean }) =>
  done ? <CheckCircle color="success" /> : <RadioButtonUnchecked color="disabled" />

type Props = { step: FirstStep; state: StepState; customer: number | null; skip: () => void }

function WhatToDo({ step, state, customer, skip }: Props) {
  const { title } = words[step]
  if (state.kind === 'done') return <Note>Done</Note>
  if (state.kind === 'others') return <Note>Another admin does this</Note>
  if (state.kind === 'waits') return <Note>{words[state.after].after}</Note>
  if (state.kind === 'skipped')
    return (
      <>
        <Note>Skipped</Note>
        <StepLink step={step} customer={customer} />
      </>
    )
  return (
    <>
      {state.isOptional && (
        <Button aria-label={`Skip ${title}`} onClick={skip}>
          Skip
        </Button>
      )}
      <StepLink step={step} customer={customer} variant={state.next ? 'contained' : 'outlined'} />
    </>
  )
}

type StepLinkProps = Pick<Props, 'step' | 'customer'> & { variant?: 'outlined' | 'contained' }

function StepLink({ step, customer, variant }: StepLinkProps) {
  const { link } = words[step]
  if (step === 'saving')
    return customer === null ? (
      <Note>Needs an active customer</Note>
    ) : (
      <LinkButton to={screens.saving} state={{ user_id: customer }} variant={variant}>
        {link}
      </LinkButton>
    )
  if (step === 'deposit' || step === 'target')
    return (
      <LinkButton to={screens[step]} state={null} variant={variant}>
        {link}
      </LinkButton>
    )
  return (
    <LinkButton to={screens[step]} variant={variant}>
      {link}
    </LinkButton>
  )
}

const Note = ({ children }: { children: string }) => <Box sx={{ color: 'text.secondary' }}>{children}</Box>

/** Beside the tick; on a phone the link is under the text. */
const beside = { display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', flex: 1, minWidth: 0 }
