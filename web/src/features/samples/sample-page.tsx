import { useQuery } from '@tanstack/react-query'
import { CasePage, isRowId } from '#web/features/interviews/service.ts'
import { HeadCard } from './head-card.tsx'
import { PeriodNotice } from './period-notice.tsx'
import { sampleQuery } from './queries.ts'
import type { Sample, SampleRef } from './queries.ts'
import { SampleViews } from './sample-views.tsx'
import { useTexts } from './texts.ts'
import { useReturn } from './use-return.ts'

interface Props extends SampleRef {
  /** Page that the sample was opened from and leads back to. */
  fromPage: string
}

/** The page of a sample: an incomplete response, to be edited, approved, put off or cancelled. */
export function SamplePage({ survey, fromPage, sampleId }: Props) {
  const t = useTexts()
  const { address } = useReturn(fromPage)
  const isRow = isRowId(sampleId)
  const query = useQuery({ ...sampleQuery({ survey, sampleId }), enabled: isRow })
  return (
    <CasePage
      survey={survey}
      isRow={isRow}
      query={query}
      back={address}
      texts={{ drillPath: t('drillPath'), notFound: t('notFound'), notFoundHelp: t('notFoundHelp') }}
    >
      {(sample) => <SampleView key={sample.id} sample={sample} survey={survey} fromPage={fromPage} />}
    </CasePage>
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
