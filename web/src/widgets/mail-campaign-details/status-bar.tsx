import { Button } from '@mantine/core'
import { IconInfoCircle, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useIdentity } from '#web/lib/session-store.ts'
import { CampaignStateChip } from '#web/widgets/campaign/campaign-state.tsx'
import { useScheduleWords } from '#web/widgets/campaign/schedule-words.ts'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import classes from './campaign-view.module.css'
import type { Campaign } from './queries.ts'
import type { CampaignActions } from './use-campaign-actions.ts'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))
const InformationDialog = whenOpened(() => import('./information-dialog.tsx').then((file) => file.InformationDialog))

interface Props {
  campaign: Campaign
  actions: CampaignActions
  onEdit: () => void
}

/** State and schedule, for everybody; what changes the state is root's. */
export function StatusBar({ campaign, actions, onEdit }: Props) {
  const t = useTexts()
  const { isRoot } = useIdentity()
  const words = useScheduleWords()(campaign)
  const [isInformed, setInformed] = useState(false)
  return (
    <div className={classes['status']}>
      <CampaignStateChip state={campaign.state} isFinished={campaign.isFinished} />
      <span className={classes['schedule']}>{words.join(' · ')}</span>
      <div className={classes['buttons']}>
        <Button
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconInfoCircle size={16} aria-hidden="true" />}
          onClick={() => setInformed(true)}
        >
          {t('information')}
        </Button>
        {isRoot && (
          <>
            <Button variant="default" leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={onEdit}>
              {t('edit')}
            </Button>
            <StateButton campaign={campaign} actions={actions} />
          </>
        )}
      </div>
      <InformationDialog opened={isInformed} onClose={() => setInformed(false)} campaign={campaign} />
    </div>
  )
}

/** The next state of a campaign that is not over: Start asks first. */
function StateButton({ campaign, actions }: Pick<Props, 'campaign' | 'actions'>) {
  const t = useTexts()
  const format = useFormat()
  const [isAsked, setAsked] = useState(false)
  const { state, counts, campaignType } = campaign
  const { change } = actions
  const play = <IconPlayerPlay size={16} aria-hidden="true" />
  if (state === 'CREATED')
    return (
      <>
        <Button leftSection={play} disabled={!campaign.canStart} onClick={() => setAsked(true)}>
          {t('start')}
        </Button>
        <ConfirmDialog
          opened={isAsked}
          title={t('confirm')}
          message={t('startAsk')}
          details={
            campaignType === 'PULL_ONCE'
              ? t('startDetails', { count: counts.pending, n: format.number(counts.pending) })
              : undefined
          }
          okText={t('start')}
          busy={change.isPending}
          onOk={() => change.mutate('resume', { onSettled: () => setAsked(false) })}
          onCancel={() => setAsked(false)}
        />
      </>
    )
  if (state === 'STARTED')
    return (
      <Button
        variant="default"
        leftSection={<IconPlayerPause size={16} aria-hidden="true" />}
        loading={change.isPending && change.variables === 'pause'}
        onClick={() => change.mutate('pause')}
      >
        {t('pause')}
      </Button>
    )
  if (state === 'PAUSED')
    return (
      <Button
        leftSection={play}
        loading={change.isPending && change.variables === 'resume'}
        onClick={() => change.mutate('resume')}
      >
        {t('resume')}
      </Button>
    )
  return null
}
