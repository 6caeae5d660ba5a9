import { Button } from '@mantine/core'
import { IconCalendarTime, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useIdentity } from '#web/lib/session-store.ts'
import { Card } from '#web/ui/card.tsx'
import shared from '#web/widgets/campaign/campaign.module.css'
import { useScheduleWords } from '#web/widgets/campaign/schedule-words.ts'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import { Recipients } from './recipients.tsx'
import type { WizardForm } from './step-basics.tsx'
import { filtersOn } from './wizard-place.ts'
import type { Chosen, Info, WizardPlace } from './wizard-place.ts'
import type { DraftBody } from './wizard-state.ts'
import classes from './wizard.module.css'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))
const ScheduleDialog = whenOpened(() => import('./schedule-dialog.tsx').then((file) => file.ScheduleDialog))

interface Props {
  at: WizardPlace
  form: WizardForm
  /** The draft as it is sent. */
  draft: DraftBody
  info: Info
  chosen: Chosen
  onDelete: (sampleId: number) => void
}

/** Step 4: what was chosen, to whom it goes and what they get; then it starts, now or at its time. */
export function StepStart({ at, form, draft, info, chosen, onDelete }: Props) {
  const t = useTexts()
  const format = useFormat()
  const [isScheduling, setScheduling] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const start = draft.scheduledStartDateTime ?? null
  const count = info.numberCustomers
  return (
    <div className={classes['group']}>
      <Card
        title={t('step_4')}
        actions={
          <div className={classes['buttons']}>
            <Button
              variant="default"
              disabled={draft.campaignType === 'PUSH'}
              leftSection={<IconCalendarTime size={16} aria-hidden="true" />}
              onClick={() => setScheduling(true)}
            >
              {t('scheduleStart')}
            </Button>
            <Button
              leftSection={<IconSend size={16} aria-hidden="true" />}
              disabled={draft.campaignType === 'PULL_ONCE' && count === 0}
              loading={form.state.sending}
              onClick={() => setAsked(true)}
            >
              {t('startCampaign')}
            </Button>
          </div>
        }
      >
        {draft.campaignType === 'PULL_ONCE' && count === 0 && <p className={shared['wrong']}>{t('nobodyToReach')}</p>}
        <Summary draft={draft} info={info} chosen={chosen} />
      </Card>
      <Recipients at={at} draft={draft} info={info} chosen={chosen} onDelete={onDelete} />
      <ConfirmDialog
        opened={isAsked}
        title={t('confirm')}
        message={t('startAsk')}
        details={[
          draft.campaignType === 'PULL_ONCE' ? t('startDetails', { count, n: format.number(count) }) : '',
          start === null ? '' : t('startsAt', { moment: format.moment(start) }),
        ]
          .filter((part) => part !== '')
          .join(' ')}
        okText={t('startCampaign')}
        busy={form.state.sending}
        onOk={() => void form.state.submit().then(() => setAsked(false))}
        onCancel={() => setAsked(false)}
      />
      <ScheduleDialog
        opened={isScheduling}
        onClose={() => setScheduling(false)}
        moment={start}
        onChoose={(moment) => form.set('scheduledStartDateTime', moment)}
      />
    </div>
  )
}

/** What was chosen in the steps before; nothing can be changed here. */
function Summary({ draft, info, chosen }: Pick<Props, 'draft' | 'info' | 'chosen'>) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { isRoot } = useIdentity()
  const schedule = useScheduleWords()(draft)
  const on = new Set(filtersOn(info, chosen.filters))
  const { ways = [] } = draft
  const word = (type: Info['byWay'][number]['sendingType']): string => t(`sending_${type}`)
  const wayWords = (type: DraftBody['sendingType'], templateId: number | null): string => {
    const { templates = [] } = info.otherWays.find(({ sendingType }) => sendingType === type) ?? {}
    return t('wayTemplate', { way: word(type), template: templates.find(({ id }) => id === templateId)?.title ?? '' })
  }
  const checks = info.mailFilters
    .filter(({ extname }) => on.has(extname))
    .map(({ title, extname }) => text(title) || extname)
  const facts: [string, string | null | undefined][] = [
    [t('campaignName'), draft.campaignName],
    [t('extname'), isRoot ? draft.campaignExtName : ''],
    [t('method'), t(`sending_${draft.sendingType}`)],
    [t('ways'), ways.map(({ sendingType, templateId }) => wayWords(sendingType, templateId)).join(' · ')],
    [
      t('byWay'),
      info.byWay.length === 1
        ? ''
        : info.byWay
            .map((one) => t('wayCount', { way: word(one.sendingType), n: format.number(one.count) }))
            .join(' · '),
    ],
    [t('campaignType'), t(`type_${draft.campaignType}`)],
    [t('schedule'), schedule.join(' · ')],
    [t('template'), info.templates.find(({ id }) => id === draft.templateId)?.title],
    [t('fromName'), draft.fromName],
    [t(draft.sendingType === 'EMAIL' ? 'fromEmail' : 'fromNumber'), draft.fromEmail],
    [t('bcc'), draft.bcc],
    [t('replyTo'), draft.replyTo],
    [t('fixedRecipient'), draft.fixedRecipient],
    [t('voice'), draft.selectedVoice],
    [t('voiceLocale'), draft.selectedLocale],
    [t('mailFilters'), checks.join(', ')],
  ]
  return (
    <dl className={shared['facts']}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
