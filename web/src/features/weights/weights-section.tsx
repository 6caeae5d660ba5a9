import { DataCard } from '#web/ui/data-card.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { useWeights } from './query.ts'
import { useTexts } from './texts.ts'
import { WeightsView } from './weights-view.tsx'

/** The weights of a survey's answers, or how it gets some. */
export function WeightsSection({ survey }: { survey: string }) {
  const t = useTexts()
  const query = useWeights(survey)
  return (
    <DataCard
      title={t('title')}
      query={query}
      height={320}
      isEmpty={({ state }) => state === 'none'}
      empty={<Empty title={t('noneTitle')}>{t('noneText')}</Empty>}
    >
      {(weights) => <WeightsView survey={survey} weights={weights} />}
    </DataCard>
  )
}
