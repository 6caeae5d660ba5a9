import { useMemo } from 'react'
import { listSamples } from '@gensvar/contract/samples'
import { call } from '#web/api.ts'
import { usePlace } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { SamplePanel } from './sample-panel.tsx'
import type { SampleSource, SampleTableOptions } from './sample-source.ts'

const plainOptions: Omit<SampleTableOptions, 'enableDownload'> = {
  sortBy: 'eventdate',
  sortDesc: true,
  rowsPerPage: 50,
  rowsPerPageOptions: [25, 50, 100],
  sampleView: true,
  createActions: [],
  copyActions: [],
  mailActions: [],
  sampleEditor: [],
}

/** The samples of a survey whose samples page has no table of its own: the usual columns, and no actions. */
export function PlainSamples() {
  const { survey, drillPath } = usePlace()
  const { reports } = useSurveyStart().survey
  const source = useMemo(
    (): SampleSource => ({
      component: null,
      options: { ...plainOptions, enableDownload: reports.samples },
      load: (query, signal) => call(listSamples, { params: { survey, drillPath }, query }, { signal }),
    }),
    [survey, drillPath, reports.samples],
  )
  return <SamplePanel id="samples" source={source} />
}
