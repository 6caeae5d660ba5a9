import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api-error.ts'
import { startAddress, useSurveyStart } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useGo } from '#web/lib/use-go.ts'
import { BackButton, PlaceSteps } from '#web/features/interviews/service.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { HeadCard } from './head-card.tsx'
import { PeriodNotice } from './period-notice.tsx'
import { sampleQuery } from './queries.ts'
import type { Sample, SampleRef } from './queries.ts'
import { SampleViews } from './sample-views.tsx'
import { useTexts } from './texts.ts'
import { useReturn } from './use-return.ts'
import classes from './sample.module.css'

interface Props extends SampleRef {
  /** Page that the sample was opened from and leads back to. */
  fromPage: string
}

/** The page of a sample: an incomplete response, to be edited, approved, put off or cancelled. */
export function SamplePage({ survey, fromPage, sampleId }: Props) {
  const t = useTexts()
  const { address } = useReturn(fromPage)
  // The id in the URL may be anything; if it is not a number, there is no such sample.
  const isNumber = Number.isSafeInteger(sampleId) && sampleId >= 0
  const query = useQuery({ ...sampleQuery({ survey, sampleId }), enabled: isNumber })
  const isMissing = !isNumber || (query.error instanceof ApiError && query.error.code === 'not_found')
  const drillPath = query.data?.drillPath
  return (
    <div className={classes['page']}>
      <div className={classes['path']}>
        <BackButton address={address} />
        {drillPath !== undefined && <PlaceSteps survey={survey} drillPath={drillPath} label={t('drillPath')} />}
      </div>
      {isMissing ? (
        <NotFound />
      ) : (
        <DataState query={query} height={480}>
          {(sample) => <SampleView key={sample.id} sample={sample} survey={survey} fromPage={fromPage} />}
        </DataState>
      )}
    </div>
  )
}

/** There is no such sample; leads to the start page. */
function NotFound() {
  const t = useTexts()
  const app = useAppTexts()
  const go = useGo()
  const start = useSurveyStart()
  return (
    <Empty title={t('notFound')} action={{ text: app('toStart'), run: () => go(startAddress(start)) }}>
      {t('notFoundHelp')}
    </Empty>
  )
}

function SampleView({ sample, survey, fromPage }: { sample: Sample; survey: string; fromPage: string }) {
  return (
    <>
      <HeadCard sample={sample} />
      <PeriodNotice sample={sample} survey={survey} />
      <SampleViews sample={sample} survey={survey} fromPage={fromPage} />
    </>
  )
}
