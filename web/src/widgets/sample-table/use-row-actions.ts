import { IconArrowDownRight, IconEdit, IconFileText, IconMessage } from '@tabler/icons-react'
import { useCallback } from 'react'
import type { RankingRow } from '@gensvar/contract/entities/ranking'
import { useChangePath, usePlace } from '#web/lib/place.ts'
import { useReach } from '#web/lib/reach.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { notifyError } from '#web/ui/notify.tsx'
import type { RowAction } from './row-menu.tsx'
import { hasSamplePage } from './sample-row-target.ts'
import type { SampleTableOptions } from './sample-source.ts'
import { useTexts } from './texts.ts'

interface Options {
  options: Pick<SampleTableOptions, 'sampleView' | 'sampleEditor'>
  viewCompletedSamples: boolean
  /** Page the sample page leads back to. */
  screen: string
  onOpenInterview: (row: RankingRow) => void
  onEdit: (sampleId: number) => void
}

/** What can be done with a row of a sample table: drill, view the sample, view the interview, edit. */
export function useRowActions(given: Options): (row: RankingRow) => RowAction[] {
  const { options, viewCompletedSamples, screen, onOpenInterview, onEdit } = given
  const { sampleView, sampleEditor } = options
  const hasEditor = sampleEditor.length > 0
  const t = useTexts()
  const go = useGo()
  const reach = useReach()
  const change = useChangePath()
  const { drillPath: here } = usePlace()
  const { survey, rights } = useSurveyStart()
  const { extName } = survey
  const { canViewInterviews } = rights
  return useCallback(
    (row) => {
      const { interviewId: id, drillPath } = row
      if (!row.accessAllowed) return []
      const actions: RowAction[] = []
      if (drillPath !== null && drillPath !== here)
        actions.push({
          key: 'drill',
          icon: IconArrowDownRight,
          label: t('drill'),
          closed: null,
          run: () => void change(drillPath).catch(notifyError),
        })
      if (id === null) return actions
      const isSample = hasSamplePage(row, { viewCompletedSamples })
      const sample = paths.sample(extName, screen, id)
      if (sampleView && isSample)
        actions.push({
          key: 'sample',
          icon: IconFileText,
          label: t('viewSample'),
          closed: reach(sample),
          run: () => go(sample),
        })
      if (row.isComplete)
        actions.push({
          key: 'interview',
          icon: IconMessage,
          label: t('viewInterview'),
          closed: canViewInterviews ? reach(paths.interview(extName, id)) : t('noInterviews'),
          run: () => onOpenInterview(row),
        })
      if (hasEditor && isSample)
        actions.push({ key: 'edit', icon: IconEdit, label: t('edit'), closed: null, run: () => onEdit(id) })
      return actions
    },
    [
      t,
      go,
      reach,
      change,
      here,
      extName,
      canViewInterviews,
      viewCompletedSamples,
      screen,
      sampleView,
      hasEditor,
      onOpenInterview,
      onEdit,
    ],
  )
}
