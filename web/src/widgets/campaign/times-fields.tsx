import { ActionIcon, Button, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { maxReminders } from '@gensvar/contract/entities/campaigns'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import type { CampaignForm, TemplateChoice } from './campaign-form.ts'
import classes from './campaign.module.css'
import { useTexts } from './texts.ts'
import type { ShownProblems } from './use-rules.ts'

interface Props {
  form: CampaignForm
  problems: ShownProblems
  templates: readonly TemplateChoice[]
}

/** Hours of sending and reminders: nobody has to choose any. */
export function TimesFields({ form, problems, templates }: Props) {
  const t = useTexts()
  const { named } = useSurveyStart()
  const { sendFrom = null, sendTo = null, reminders = [] } = form.values
  const hasHours = sendFrom !== null || sendTo !== null
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['legend']}>{t('extras')}</legend>
      <Switch
        label={t('hours')}
        description={t('hoursHelp')}
        checked={hasHours}
        onChange={({ currentTarget: { checked } }) => {
          form.set('sendFrom', checked ? '09:00' : null)
          form.set('sendTo', checked ? '20:00' : null)
        }}
      />
      {hasHours && (
        <div className={classes['pair']}>
          <TextInput
            type="time"
            label={t('sendFrom')}
            {...problems.at('sendFrom', form.field('sendFrom', { empty: null }))}
          />
          <TextInput
            type="time"
            label={t('sendTo')}
            {...problems.at('sendTo', form.field('sendTo', { empty: null }))}
          />
        </div>
      )}
      <div className={classes['group']} data-path="reminders">
        {reminders.map((reminder, at) => (
          <div
            key={at}
            className={classes['reminder']}
            role="group"
            aria-label={t('reminderNumber', { number: at + 1 })}
          >
            <NumberInput
              label={t('afterDays')}
              allowDecimal={false}
              min={1}
              max={365}
              clampBehavior="none"
              {...problems.at(`reminders.${at}.afterDays`, form.field(`reminders.${at}.afterDays`))}
            />
            <Select
              label={t('reminderTemplate')}
              clearable
              placeholder={t('sameTemplate')}
              data={templates.map(({ id, title }) => ({ value: String(id), label: title }))}
              data-path={`reminders.${at}.templateId`}
              value={reminder.templateId === null ? null : String(reminder.templateId)}
              onChange={(value) => form.set(`reminders.${at}.templateId`, value === null ? null : Number(value))}
            />
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('removeReminder', { number: at + 1 })}
              onClick={() =>
                form.set(
                  'reminders',
                  reminders.filter((_, index) => index !== at),
                )
              }
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          </div>
        ))}
        {reminders.length < maxReminders && (
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              onClick={() => form.set('reminders', [...reminders, { afterDays: 7, templateId: null }])}
            >
              {t('addReminder')}
            </Button>
            {reminders.length === 0 && <p className={classes['help']}>{t('reminderHelp')}</p>}
          </div>
        )}
        {/* Whom it spares may not give away who has answered. */}
        {!named && reminders.length > 0 && <p className={classes['help']}>{t('reminderAnonymous')}</p>}
      </div>
    </fieldset>
  )
}
