import type { ComponentType } from 'react'
import type { Insight as Figures, InsightPart } from '#contract/calls/insight'
import { insightAccess } from '#contract/calls/insight'
import { calls } from '#contract/index'
import { type Loaded, useCall } from '#api/useCall'
import { useCan } from '#auth/permissions'
import { lazyPart, useLazyPart } from '#ui/feedback/lazyPart'
import { Ready } from '#ui/feedback/Ready'
import { Card } from '#ui/layout/Card'
import { CardAge } from '#ui/text/Age'

/** The cards, and the parts of the insight that they show. */
const cards = {
  today: { title: 'Collected today', parts: ['today'] },
  cash: { title: 'Cash with agents', parts: ['cash'] },
  lending: { title: 'Lending, 12 weeks', parts: ['paid_out', 'repaid'] },
  savings: { title: 'Savings balance, 12 weeks', parts: ['saved'] },
  risk: { title: 'Portfolio at risk', parts: ['risk'] },
  agents: { title: 'Agents this week', parts: ['agents'] },
} as const satisfies Record<string, { title: string; parts: readonly InsightPart[] }>
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
  return (
    <Card title={cards[name].title} action={<CardAge updatedAt={figures.dataUpdatedAt} />}>
      <div className={`insight-area insight-${name}`}>
        {Content && (figures.data || figures.error) && (
          <Ready query={figures}>{({ data }) => <Content insight={data} />}</Ready>
        )}
      </div>
    </Card>
  )
}
