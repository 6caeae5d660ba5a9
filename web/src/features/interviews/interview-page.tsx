import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { InterviewData } from '@gensvar/contract/entities/interview'
import { useDrillPath } from '#web/lib/place.ts'
import { paths } from '#web/paths.ts'
import { CasePage, isRowId } from './case-page.tsx'
import { CommentsPanel } from './comments-panel.tsx'
import { GradedAnswers } from './graded-answers.tsx'
import { HeaderCard } from './header-card.tsx'
import classes from './interview.module.css'
import { MailTrackings } from './mail-trackings.tsx'
import { OverviewCard } from './overview-card.tsx'
import { NeighbourButtons } from './neighbour-buttons.tsx'
import { interviewQuery } from './queries.ts'
import type { InterviewRef } from './queries.ts'
import { Quotes } from './quotes.tsx'
import { RowGroups } from './row-groups.tsx'
import { ScreenComment } from './screen-comment.tsx'
import { SideCard } from './side-card.tsx'
import { useTexts } from './texts.ts'

/** A single interview as the survey's configuration lays it out. */
export function InterviewPage({ survey, interviewId }: InterviewRef) {
  const t = useTexts()
  const isRow = isRowId(interviewId)
  const query = useQuery({ ...interviewQuery({ survey, interviewId }), enabled: isRow })
  const lastPath = useDrillPath()
  return (
    <CasePage
      survey={survey}
      isRow={isRow}
      query={query}
      back={paths.ranking(survey, query.data?.drillPath ?? lastPath)}
      neighbours={<NeighbourButtons survey={survey} interviewId={interviewId} />}
      texts={{ drillPath: t('drillPath'), notFound: t('notFound'), notFoundHelp: t('notFoundHelp') }}
    >
      {(data) => <Interview key={data.interviewId} data={data} survey={survey} />}
    </CasePage>
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
        {data.screenComment !== null && (
          <Suspense fallback={null}>
            <ScreenComment survey={survey} interviewId={data.interviewId} state={data.screenComment} />
          </Suspense>
        )}
        <GradedAnswers data={data} />
        <RowGroups groups={data.tableGroups} />
        <CommentsPanel data={data} survey={survey} />
        <RowGroups groups={data.recordGroups} />
        {data.mailTrackingsData !== null && <MailTrackings trackings={data.mailTrackingsData} />}
      </div>
    </div>
  )
}
