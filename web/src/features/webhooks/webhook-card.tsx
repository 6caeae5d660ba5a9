import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDotsVertical, IconKey, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { Webhook } from '@gensvar/contract/webhooks'
import { useFormat } from '#web/lib/format.ts'
import { useTexts } from './texts.ts'
import classes from './webhooks.module.css'

interface Props {
  webhook: Webhook
  /** The list is of one survey, which needs no word. */
  isOfSurvey: boolean
  /** Its log is shown. */
  isShown: boolean
  onLog: () => void
  onEdit: () => void
  onTest: () => void
  /** Pauses it, or goes on with it. */
  onPause: () => void
  onRenew: () => void
  onRemove: () => void
}

/** A webhook: where it leads, what it is told of, how it is, and what can be done with it. */
export function WebhookCard({ webhook, isOfSurvey, isShown, ...acts }: Props) {
  const t = useTexts()
  const { title, url, survey, events } = webhook
  const of = survey === null ? t('allSurveys') : survey.title
  const isPaused = webhook.state === 'PAUSED'
  return (
    <li className={classes['webhook']}>
      <div className={classes['head']}>
        <div className={classes['what']}>
          <h3 className={classes['name']}>{title}</h3>
          <p className={classes['url']}>{url}</p>
          <p className={classes['about']}>
            {[...(isOfSurvey ? [] : [of]), ...events.map((event) => t(`kind_${event}`))].join(' · ')}
          </p>
          <State webhook={webhook} />
        </div>
        <div className={classes['buttons']}>
          <Button
            size="xs"
            variant="default"
            aria-expanded={isShown}
            aria-label={t('logOf', { title })}
            onClick={acts.onLog}
          >
            {t('log')}
          </Button>
          <Button size="xs" variant="default" aria-label={t('testOf', { title })} onClick={acts.onTest}>
            {t('test')}
          </Button>
          <Button size="xs" variant="default" aria-label={t('editOf', { title })} onClick={acts.onEdit}>
            {t('edit')}
          </Button>
          <Menu position="bottom-end" width={220} withinPortal>
            <Menu.Target>
              <ActionIcon variant="default" size={30} aria-label={t('moreOf', { title })}>
                <IconDotsVertical size={16} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={
                  isPaused ? (
                    <IconPlayerPlay size={16} aria-hidden="true" />
                  ) : (
                    <IconPlayerPause size={16} aria-hidden="true" />
                  )
                }
                onClick={acts.onPause}
              >
                {t(isPaused ? 'resume' : 'pause')}
              </Menu.Item>
              <Menu.Item leftSection={<IconKey size={16} aria-hidden="true" />} onClick={acts.onRenew}>
                {t('renew')}
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={acts.onRemove}>
                {t('remove')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      </div>
    </li>
  )
}

function State({ webhook: { state, cause, pausedAt, failingSince, deliveredAt, waiting } }: { webhook: Webhook }) {
  const t = useTexts()
  const format = useFormat()
  const waits = waiting === 0 ? [] : [t('waiting', { n: format.number(waiting), count: waiting })]
  if (state === 'PAUSED' && cause !== null)
    return (
      <p className={classes['state']} data-tone={cause === 'asked' ? 'amber' : 'negative'}>
        {[t(`paused_${cause}`, { at: pausedAt === null ? '' : format.moment(pausedAt) }), ...waits].join(' · ')}
      </p>
    )
  if (failingSince !== null)
    return (
      <p className={classes['state']} data-tone="negative">
        {[t('failingSince', { at: format.moment(failingSince) }), ...waits].join(' · ')}
      </p>
    )
  return (
    <p className={classes['state']} data-tone={deliveredAt === null ? 'quiet' : 'positive'}>
      {[deliveredAt === null ? t('neverSent') : t('arrivedAt', { at: format.moment(deliveredAt) }), ...waits].join(
        ' · ',
      )}
    </p>
  )
}
