import type { ComponentType } from 'react'
import type { Insight as Figures, InsightPart } from '#contract/calls/insight'
import { insightAccess } from '#contract/calls/insight'
import { calls } from '#contract/index'
import { type Loaded, useCall } from '#api/useCall'
import { useCan } from '#auth/permissions'
import { lazyPart, useLazyPart } from '#ui/feedback/lazyPart'
import { Ready } from '#ui/feedback/Ready'
import { NoteButton } from '#ui/layout/NoteButton'
import { OnPaper } from '#ui/print/OnPaper'
import { CardAge } from '#ui/text/Age'
import { Panel } from './Panel'

/** The cards, and the parts of the insight that they show. */
const cards = {
  today: {
    title: 'Collected today',
    parts: ['today'],
    note: 'Deposits and repayments less what was reversed. Expected: fixed amounts of savings and installments due today, as in the day’s close.',
  },
  cash: {
    title: 'Cash with agents',
    parts: ['cash'],
    note: 'Collected and not handed in. What an agent handed in too much counts below zero.',
  },
  lending: {
    title: 'Lending, 12 weeks',
    parts: ['paid_out', 'repaid'],
    note: 'Loans that were reversed later are among those paid out. Repaid: less what was reversed.',
  },
  savings: {
    title: 'Savings balance, 12 weeks',
    parts: ['saved'],
    note: 'The balance of active savings wallets at the end of each week; of this week, now.',
  },
  risk: {
    title: 'Portfolio at risk',
    parts: ['risk'],
    note: 'PAR n: what is owed on loans with an installment more than n days late, of all that is owed; PAR 1: on every late loan. A loan stands once, by its oldest unpaid installment. The change is that of 30 days.',
  },
  agents: {
    title: 'Agents this week',
    parts: ['agents'],
    note: 'Deposits and repayments that the agents collected since Monday, less what was reversed; without the counter. Of today: collected today of what was expected today, as in the day’s close.',
  },
} as const satisfies Record<string, { title: string; parts: readonly InsightPart[]; note: string }>
type InsightCardName = keyof typeof cards

const contents = lazyPart(async () => (await import('./later/contents')).contents)

type LoadedInsight = {
  /** Whether the admin may open the reports of any of these cards. */
  sees: (...names: InsightCardName[]) => boolean
  figures: Loaded<{ data: Figures }>
  contents: Record<InsightCardName, ComponentType<{ insight: Figures }>> | undefined
}

/** Figures and their cards, fetched once the first figures are shown. */
export function useInsight({ enabled }: { enabled: boolean }): LoadedInsight {
  const can = useCan()
  const sees: LoadedInsight['sees'] = (...names) =>
    names.some((name) => cards[name].parts.some((part) => can(insightAccess[part], 'read')))
  const isNeeded = enabled && sees(...(Object.keys(cards) as InsightCardName[]))
  const figures = useCall(calls.dashboard.getInsight, {}, { enabled: isNeeded })
  return { sees, figures, contents: useLazyPart(contents, { afterMs: isNeeded ? 0 : null }) }
}

/** A card with its reserved height and its age; nothing without the permission of its report. */
export function InsightCard({
  loaded: { sees, figures, contents: shown },
  name,
}: {
  loaded: LoadedInsight
  name: InsightCardName
}) {
  if (!sees(name)) return null
  const Content = shown?.[name]
  const { title, note } = cards[name]
  return (
    <Panel
      title={title}
      className={`insight-card insight-${name}`}
      about={<NoteButton label="What this card counts">{note}</NoteButton>}
      action={<CardAge updatedAt={figures.dataUpdatedAt} />}
    >
      {Content && (figures.data || figures.error) && (
        <Ready query={figures}>{({ data }) => <Content insight={data} />}</Ready>
      )}
      <OnPaper>{note}</OnPaper>
    </Panel>
  )
}
