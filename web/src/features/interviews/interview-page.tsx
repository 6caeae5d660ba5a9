import { useQuery } from '@tanstack/react-query'
import type { InterviewData } from '@gensvar/contract/entities/interview'
import { ApiError } from '#web/lib/api-error.ts'
import { startAddress, useSurveyStart } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useGo } from '#web/lib/use-go.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { CommentsPanel } from './comments-panel.tsx'
import { GradedAnswers } from './graded-answers.tsx'
import { HeaderCard } from './header-card.tsx'
import classes from './interview.module.css'
import { BackToRanking, InterviewPath } from './interview-path.tsx'
import { MailTrackings } from './mail-trackings.tsx'
import { OverviewCard } from './overview-card.tsx'
import { interviewQuery } from './queries.ts'
import { Quotes } from './quotes.tsx'
import { RowGroups } from './row-groups.tsx'
import { SideCard } from './side-card.tsx'
import { useTexts } from './texts.ts'

/** A single interview as the survey's configuration lays it out. */
export function InterviewPage({ survey, interviewId }: { survey: string; interviewId: number }) {
  // The id in the URL may be anything; if it is not a number, there is no such interview.
  const isNumber = Number.isSafeInteger(interviewId)
  const query = useQuery({ ...interviewQuery({ survey, interviewId }), enabled: isNumber })
  if (!isNumber || (query.error instanceof ApiError && query.error.code === 'not_found'))
    return <NotFound survey={survey} />
  return (
    <div className={classes['page']}>
      <InterviewPath survey={survey} interviewId={interviewId} drillPath={query.data?.drillPath ?? null} />
      <DataState query={query} height={480}>
        {(data) => <Interview key={data.interviewId} data={data} survey={survey} />}
      </DataState>
    </div>
  )
}

/** There is no such interview; leads back, and to the start page. */
function NotFound({ survey }: { survey: string }) {
  const t = useTexts()
  const app = useAppTexts()
  const go = useGo()
  const start = useSurveyStart()
  return (
    <div className={classes['page']}>
      <div className={classes['path']}>
        <BackToRanking survey={survey} drillPath={null} />
      </div>
      <Empty title={t('notFound')} action={{ text: app('toStart'), run: () => go(startAddress(start)) }}>
        {t('notFoundHelp')}
      </Empty>
    </div>
  )
}

function Interview({ data, survey }: { data: InterviewData; survey: string }) {
  return (
    <div className={classes['columns']}>
      <div className={classes['side']}>
        <HeaderCard data={data} survey={survey} />
        <SideCard data={data} survey={survey} />
      </div>
      <div className={classes['main']}>
        <OverviewCard data={data} />
        <Quotes answers={data.openQuestionsData} />
        <GradedAnswers data={data} />
        <RowGroups groups={data.tableGroups} />
        <CommentsPanel data={data} survey={survey} />
        <RowGroups groups={data.recordGroups} />
        {data.mailTrackingsData !== null && <MailTrackings trackings={data.mailTrackingsData} />}
      </div>
    </div>
  )
}
