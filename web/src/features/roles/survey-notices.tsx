import { Switch } from '@mantine/core'
import { useLocalText } from '#web/lib/local-text.ts'
import type { RoleDetails } from './role-body.ts'
import type { SurveyPart } from './survey-rights.tsx'
import { useTexts } from './texts.ts'
import classes from './roles.module.css'

interface Stored {
  /** The rights as they are stored, with the titles of what they name. */
  stored: RoleDetails['surveyAccessList'][number] | undefined
}

/** What a role's users are told of in a survey, and how. */
export function SurveyNotices({ form, index, stored }: Omit<SurveyPart, 'options'> & Stored) {
  const t = useTexts()
  const words = useLocalText()
  const values = form.values.surveyAccessList[index]
  if (values === undefined) return null
  // Stored inverted: 0 means send.
  const sends = values.notifications === 0
  return (
    <fieldset className={classes['group']}>
      <legend>{t('notices')}</legend>
      <Switch
        label={t('sendNotices')}
        data-path={`surveyAccessList.${index}.notifications`}
        checked={sends}
        onChange={({ currentTarget }) =>
          form.set(`surveyAccessList.${index}.notifications`, currentTarget.checked ? 0 : 1)
        }
      />
      {sends && (
        <div className={classes['columns']}>
          <fieldset className={classes['group']}>
            <legend className={classes['quiet']}>{t('channels')}</legend>
            {values.notificationChannelList.map(({ channel }, at) => (
              <Switch
                key={channel}
                label={words(stored?.notificationChannelList.find((one) => one.channel === channel)?.title)}
                {...form.field(`surveyAccessList.${index}.notificationChannelList.${at}.enabled`)}
              />
            ))}
          </fieldset>
          {values.questionNotificationList.length > 0 && (
            <fieldset className={classes['group']}>
              <legend className={classes['quiet']}>{t('alertQuestions')}</legend>
              {values.questionNotificationList.map(({ variable }, at) => (
                <Switch
                  key={variable}
                  label={
                    words(stored?.questionNotificationList.find((one) => one.variable === variable)?.title) || variable
                  }
                  {...form.field(`surveyAccessList.${index}.questionNotificationList.${at}.enabled`)}
                />
              ))}
            </fieldset>
          )}
        </div>
      )}
    </fieldset>
  )
}
