import { IconArrowLeft } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { getRanking, listCountedCases } from '@gensvar/contract/rankings'
import type { Page } from '@gensvar/contract/entities/survey'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { call } from '#web/api.ts'
import { PageFrame } from '#web/features/pages/service.ts'
import type { PageHeadSlot } from '#web/features/pages/service.ts'
import { usePlace } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { RankingPanel } from '#web/widgets/ranking-table/ranking-panel.tsx'
import type { RankingSource } from '#web/widgets/ranking-table/ranking-source.ts'
import { useTexts } from '#web/widgets/ranking-table/texts.ts'
import { createTableExports, TableExportsContext } from '#web/ui/data-table/table-exports.ts'
import { DownloadMenu } from './download-menu.tsx'
import classes from './rankings-screen.module.css'

/** The ranking of a survey whose rankings page has no table of its own: all indicators. */
function OldRanking() {
  const { survey, drillPath } = usePlace()
  const source = useMemo(
    (): RankingSource => ({
      key: ['old-style'],
      rowsOf: { kind: 'ranking', component: null },
      load: (query, signal) => call(getRanking, { params: { survey, drillPath }, query }, { signal }),
    }),
    [survey, drillPath],
  )
  return <RankingPanel id="ranking" source={source} sortDesc />
}

/** The rankings page of a survey that configures none. */
const plainPage: Omit<Page, 'title' | 'selectionInterval'> = {
  extname: 'ranking',
  icon: null,
  components: [],
  kind: 'rankings',
  isBuilt: true,
  hide: [],
}

/** What an indicator counts at the place, as single responses, and the way back to the ranking. */
function CountedCases({ indicator }: { indicator: string }) {
  const t = useTexts()
  const { survey, drillPath } = usePlace()
  const source = useMemo(
    (): RankingSource => ({
      key: ['cases', indicator],
      rowsOf: { kind: 'cases', indicator },
      load: (query, signal) => call(listCountedCases, { params: { survey, indicator, drillPath }, query }, { signal }),
    }),
    [survey, indicator, drillPath],
  )
  return (
    <>
      <AppLink href={paths.ranking(survey, drillPath)} className={classes['back']}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
        {t('backToRanking')}
      </AppLink>
      <RankingPanel id="cases" source={source} sortDesc isOfCases />
    </>
  )
}

/**
 * The rankings page: its components, and the default table if none of them is a ranking table. With an indicator in the
 * query it lists what that indicator counts instead.
 */
export function RankingsScreen({ Head }: { Head: PageHeadSlot }) {
  const t = useTexts()
  const { survey } = useSurveyStart()
  const cases = useLocation({ select: (location) => new URLSearchParams(location.searchStr).get('cases') })
  const exports = useMemo(() => createTableExports(), [])
  const page = survey.pages.find((one) => one.kind === 'rankings') ?? {
    ...plainPage,
    title: t('title'),
    selectionInterval: survey.selectionInterval,
  }
  const hasTable = [...walkComponents([page])].some(({ component }) => component.type === 'ranking-table')
  if (cases !== null)
    return (
      <TableExportsContext value={exports}>
        <PageFrame page={{ ...page, components: [] }} Head={Head} actions={<DownloadMenu exports={exports} />}>
          <CountedCases indicator={cases} />
        </PageFrame>
      </TableExportsContext>
    )
  return (
    <TableExportsContext value={exports}>
      <PageFrame page={page} Head={Head} actions={<DownloadMenu exports={exports} />} hasOtherFigures={!hasTable}>
        {!hasTable && (
          <div style={{ marginTop: page.components.length === 0 ? 0 : 16 }}>
            <OldRanking />
          </div>
        )}
      </PageFrame>
    </TableExportsContext>
  )
}
