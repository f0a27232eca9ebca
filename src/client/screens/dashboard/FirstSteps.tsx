import CheckCircle from '@mui/icons-material/CheckCircle'
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { FirstStep } from '#contract/calls/dashboard'
import { calls } from '#contract/index'
import { useCall } from '#api/useCall'
import { useFirstStepsShown } from '#auth/useFirstStepsShown'
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
    hint: 'What customers save under, with its interest a year and charge a month.',
    link: 'Create Savings Type',
    after: 'After the savings type',
  },
  loan_type: {
    title: 'Loan type',
    hint: 'What customers can borrow under, with its rate, penalty and periods.',
    link: 'Create Loan Type',
    after: 'After the loan type',
  },
  agent: {
    title: 'First agent',
    hint: 'Who collects. Each customer has an agent.',
    link: 'Create Agent',
    after: 'After the first agent',
  },
  market_day: {
    title: 'Market days',
    hint: 'Which market is held on which day, for savings that are collected there.',
    link: 'Create Market Day',
    after: 'After the market days',
  },
  calendar: {
    title: 'Days without collection',
    hint: 'Closed weekdays and holidays: nothing is expected on them, and installments move to the next day.',
    link: 'Set Closed Weekdays',
    after: 'After the days without collection',
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
  agent: 'agentCreate',
  market_day: 'marketCreate',
  calendar: 'closedWeekdaysSet',
  customer: 'customerCreate',
  saving: 'savingOpen',
  deposit: 'collectionSheet',
} as const satisfies Record<FirstStep, string>

/** What a new business does first, ticked as it is done; nothing when all is done, or once the admin has hidden it. */
export function FirstSteps() {
  const steps = useCall(calls.dashboard.getFirstSteps, {})
  const [isShown, show] = useFirstStepsShown()
  const offers = useOffers()
  const facts = steps.data?.data
  if (!facts || !isShown) return null
  const list = stepStates(facts, (step) => offers(screens[step]))
  const done = list.filter(({ state }) => state.kind === 'done').length
  if (done === list.length) return null
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
                {state.kind !== 'done' && <Box sx={{ color: 'text.secondary' }}>{words[step].hint}</Box>}
              </Box>
              <WhatToDo step={step} state={state} customer={facts.newest_customer} />
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

type Props = { step: FirstStep; state: StepState; customer: number | null }

function WhatToDo({ step, state, customer }: Props) {
  const { link } = words[step]
  if (state.kind === 'done') return <Note>Done</Note>
  if (state.kind === 'others') return <Note>Another admin does this</Note>
  if (state.kind === 'waits') return <Note>{words[state.after].after}</Note>
  const variant = state.next ? 'contained' : 'outlined'
  if (step === 'saving')
    return customer === null ? (
      <Note>Needs an active customer</Note>
    ) : (
      <LinkButton to={screens.saving} state={{ user_id: customer }} variant={variant}>
        {link}
      </LinkButton>
    )
  if (step === 'deposit')
    return (
      <LinkButton to={screens.deposit} state={null} variant={variant}>
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
