import { listCampaignExclusions } from '@gensvar/contract/campaigns'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useIdentity } from '#web/lib/session-store.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { LeftOut } from '#web/widgets/campaign/left-out.tsx'
import type { Excluded } from '#web/widgets/campaign/left-out.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import classes from './campaign-view.module.css'
import { Funnel } from './funnel.tsx'
import { campaignsKey } from './queries.ts'
import type { Campaign, CampaignSource } from './queries.ts'
import { StatusBar } from './status-bar.tsx'
import { TrackingTable } from './tracking-table.tsx'
import { useCampaignActions } from './use-campaign-actions.ts'
import { useProgress } from './use-progress.ts'

const LeftOutDialog = whenOpened(() =>
  import('#web/widgets/campaign/left-out-dialog.tsx').then((file) => file.LeftOutDialog),
)

interface Props {
  survey: string
  source: CampaignSource
  component: string
  campaign: Campaign
  onEdit: () => void
  /** Called when the campaign is gone. */
  onLeave: () => void
}

/** A campaign's state, what became of its messages, who was left out, and the messages themselves. */
export function CampaignContent({ survey, source, component, campaign, onEdit, onLeave }: Props) {
  const t = useTexts()
  const { isRoot } = useIdentity()
  const pace = useProgress(survey, source, campaign)
  const actions = useCampaignActions(survey, campaign.id, onLeave)
  const [rule, setRule] = useState<Excluded[number] | null>(null)
  const [isListed, setListed] = useState(false)
  const { stateReason, state } = campaign
  return (
    <>
      <StatusBar campaign={campaign} actions={actions} onEdit={onEdit} />
      {stateReason !== null && (
        <p className={classes['reason']} data-tone={state === 'ERROR' ? 'negative' : 'amber'} role="alert">
          {stateReason}
        </p>
      )}
      {campaign.isOutbox && (
        <p className={classes['note']}>
          {t('outbox')} {isRoot && <AppLink href={paths.mails(survey)}>{t('toOutbox')}</AppLink>}
        </p>
      )}
      <div className={classes['figures']}>
        <Funnel campaign={campaign} pace={pace} />
        <Card title={t('leftOut')} subtitle={t('leftOutHelp')}>
          <LeftOut
            excluded={campaign.excluded}
            onOpen={(one) => {
              setRule(one)
              setListed(true)
            }}
          />
        </Card>
      </div>
      {/* Keeps the card as high as its rows. */}
      <div>
        <TrackingTable survey={survey} component={component} campaign={campaign} actions={actions} />
      </div>
      <LeftOutDialog
        opened={isListed}
        onClose={() => setListed(false)}
        rule={rule}
        isSearched={false}
        queryKey={[...campaignsKey, survey, campaign.id]}
        load={({ rule: asked, from, to }, signal) =>
          call(
            listCampaignExclusions,
            { params: { survey, campaignId: campaign.id }, query: { rule: asked, from, to } },
            { signal },
          )
        }
      />
    </>
  )
}
