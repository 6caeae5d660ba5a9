import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { onDemand } from '#web/lib/on-demand.tsx'
import { useDrillPath } from '#web/lib/place.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { pageAddress, useSurveyStart } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import { CampaignContent } from './campaign-content.tsx'
import classes from './campaign-view.module.css'
import { campaignQuery } from './queries.ts'
import type { Campaign, CampaignSource } from './queries.ts'
import { useEditorTab } from './use-editor-tab.ts'

const CampaignEditor = onDemand(async () => (await import('./editor/campaign-editor.tsx')).CampaignEditor)

interface Props {
  survey: string
  source: CampaignSource
  /** The component that shows it, or `-`: its columns are those of the list of messages. */
  component: string
  /** Name of the page that it was opened from. */
  fromPage: string | undefined
  /** Level of its heading: 1 where it is the screen. */
  level: 1 | 2
  /** Called when the campaign is left and no page to return to is named. */
  onExit?: () => void
  /** Told the campaign's title once it is known. */
  onTitle?: (title: string) => void
}

/** Where leaving a campaign leads: the page it was opened from, else an event for whoever shows it. */
function useExit({ survey, fromPage, onExit }: Pick<Props, 'survey' | 'fromPage' | 'onExit'>) {
  const start = useSurveyStart()
  const drillPath = useDrillPath()
  const go = useGo()
  const page = start.survey.pages.find(({ extname }) => extname === fromPage)
  if (page !== undefined) {
    const href = pageAddress(page, survey, drillPath === 'root' ? start.startPath : drillPath)
    return { href, leave: () => go(href) }
  }
  return { href: null, leave: onExit }
}

/** One campaign: what became of its messages, or its editor while the address has the anchor of one of its tabs. */
export function CampaignView(props: Props) {
  const { survey, source, component, level, onTitle } = props
  const t = useTexts()
  const { isRoot } = useIdentity()
  const query = useQuery(campaignQuery(survey, source))
  const { tab, open } = useEditorTab()
  const { href, leave } = useExit(props)
  const title = query.data?.title
  useEffect(() => {
    if (title !== undefined) onTitle?.(title)
  }, [title, onTitle])
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={classes['view']}>
      <div>
        {href !== null ? (
          <AppLink href={href}>{t('back')}</AppLink>
        ) : (
          leave !== undefined && (
            <button type="button" className={classes['back']} onClick={leave}>
              {t('back')}
            </button>
          )
        )}
        <Heading className={classes['title']}>
          {title ?? t('campaign')}
          {tab !== null && isRoot && <span className="gv-quiet"> {t('editing')}</span>}
        </Heading>
      </div>
      <DataState query={query} height={640}>
        {(campaign) =>
          tab !== null && isRoot ? (
            <Suspense fallback={<Loading height={640} />}>
              <KeptEditor survey={survey} source={source} campaign={campaign} onClose={() => open(null)} />
            </Suspense>
          ) : (
            <CampaignContent
              survey={survey}
              source={source}
              component={component}
              campaign={campaign}
              onEdit={() => open('basic')}
              onLeave={leave ?? (() => undefined)}
            />
          )
        }
      </DataState>
    </div>
  )
}

/** The editor with the campaign as it was when it was opened: what others save meanwhile is told when it is saved. */
function KeptEditor({
  campaign,
  ...rest
}: {
  survey: string
  source: CampaignSource
  campaign: Campaign
  onClose: () => void
}) {
  const [opened] = useState(campaign)
  return <CampaignEditor campaign={opened} {...rest} />
}
