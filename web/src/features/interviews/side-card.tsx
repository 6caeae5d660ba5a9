import type { InterviewData } from '@gensvar/contract/entities/interview'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { DevelopmentLine } from './development-line.tsx'
import classes from './interview.module.css'
import { useTexts } from './texts.ts'

/** The respondent's other interviews, and how one answer developed over them. */
export function SideCard({ data, survey }: { data: InterviewData; survey: string }) {
  const t = useTexts()
  const { interviewLinks, showDevelopmentChart, chartData } = data.sidebarData
  const hasChart = showDevelopmentChart && chartData !== null
  if (interviewLinks.length === 0 && !hasChart) return null
  return (
    <Card title={t('interviews')}>
      <ul className={classes['links']}>
        {interviewLinks.map((link) => (
          <li key={link.interviewId}>
            <AppLink
              href={
                link.isCompleted
                  ? paths.interview(survey, link.interviewId)
                  : paths.sample(survey, 'interview', link.interviewId)
              }
              className={classes['link']}
              aria-current={link.isSelected ? 'page' : undefined}
            >
              <span>{link.label}</span>
              <span className={classes['linkValue']}>{link.isCompleted ? link.value : t('notCompleted')}</span>
            </AppLink>
          </li>
        ))}
      </ul>
      {hasChart && <DevelopmentLine chart={chartData} />}
    </Card>
  )
}
