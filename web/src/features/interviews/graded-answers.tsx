import type { InterviewData } from '@gensvar/contract/entities/interview'
import { Card } from '#web/ui/card.tsx'
import { GradedTable } from './graded-table.tsx'
import { ResultsPanel } from './results-panel.tsx'
import { useTexts } from './texts.ts'

/** The graded answers of an interview: those to the key questions, and all by their groups. */
export function GradedAnswers({ data }: { data: InterviewData }) {
  const t = useTexts()
  return (
    <>
      {data.starredQuestionsData.length > 0 && (
        <Card title={t('starred')}>
          <GradedTable label={t('starred')} answers={data.starredQuestionsData} />
        </Card>
      )}
      <ResultsPanel groups={data.resultGroupsData} />
    </>
  )
}
