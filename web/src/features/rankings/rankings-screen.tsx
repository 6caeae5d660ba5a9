import { useMemo } from 'react'
import { getRanking } from '@gensvar/contract/rankings'
import type { Page } from '@gensvar/contract/entities/survey'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { call } from '#web/api.ts'
import { PageFrame } from '#web/features/pages/service.ts'
import type { PageHeadSlot } from '#web/features/pages/service.ts'
import { usePlace } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { RankingPanel } from '#web/widgets/ranking-table/ranking-panel.tsx'
import type { RankingSource } from '#web/widgets/ranking-table/ranking-source.ts'
import { useTexts } from '#web/widgets/ranking-table/texts.ts'
import { createTableExports, TableExportsContext } from '#web/ui/data-table/table-exports.ts'
import { DownloadMenu } from './download-menu.tsx'

/** The ranking of a survey whose rankings page has no table of its own: all indicators. */
function OldRanking() {
  const t = useTexts()
  const { survey, drillPath } = usePlace()
  const source = useMemo(
    (): RankingSource => ({
      key: ['old-style'],
      component: null,
      load: (query, signal) => call(getRanking, { params: { survey, drillPath }, query }, { signal }),
    }),
    [survey, drillPath],
  )
  return <RankingPanel id="ranking" title={t('title')} source={source} sortDesc />
}

/** The rankings page of a survey that configures none. */
const plainPage: Omit<Page, 'title' | 'selectionInterval'> = {
  extname: 'ranking',
  icon: null,
  components: [],
  kind: 'rankings',
  hide: [],
}

/** The rankings page: its components, and the default table if none of them is a ranking table. */
export function RankingsScreen({ Head }: { Head: PageHeadSlot }) {
  const t = useTexts()
  const { survey } = useSurveyStart()
  const exports = useMemo(() => createTableExports(), [])
  const page = survey.pages.find((one) => one.kind === 'rankings') ?? {
    ...plainPage,
    title: t('title'),
    selectionInterval: survey.selectionInterval,
  }
  const hasTable = [...walkComponents([page])].some(({ component }) => component.type === 'ranking-table')
  return (
    <TableExportsContext value={exports}>
      <PageFrame page={page} Head={Head} actions={<DownloadMenu exports={exports} />}>
        {!hasTable && (
          <div style={{ marginTop: page.components.length === 0 ? 0 : 16 }}>
            <OldRanking />
          </div>
        )}
      </PageFrame>
    </TableExportsContext>
  )
}
