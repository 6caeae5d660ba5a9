import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { noticeChannels, noticePaces } from '@gensvar/contract/entities/notices'
import type { NoticeChoices } from '@gensvar/contract/entities/notices'
import { saveNoticeChoices } from '@gensvar/contract/notices'
import { useMemo } from 'react'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import classes from './choices-form.module.css'
import { useTexts } from './texts.ts'

interface Props {
  choices: NoticeChoices
  /** Where mail goes; empty for a user without an address. */
  email: string
  /** Whether this server sends mail. */
  sendsMail: boolean
  onSaved: (saved: NoticeChoices) => void
}

/** The form of what the user wants to be told of: each event by channel, and when mail may come. */
export function ChoicesForm({ choices, email, sendsMail, onSaved }: Props) {
  const t = useTexts()
  const form = useContractForm(saveNoticeChoices, { initial: choices, onSaved, done: () => t('saved') })
  const { pace } = form.values
  const zones = useTimeZones(choices.timeZone)
  return (
    <Form form={form} save={t('save')}>
      <div className={classes['columns']}>
        <table className={classes['events']}>
          <caption className={classes['caption']}>{t('events')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('event')}</th>
              {noticeChannels.map((channel) => (
                <th key={channel} scope="col">
                  {t(`channel_${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {choices.events.map(({ event }, at) => (
              <tr key={event}>
                <th scope="row">{t(`event_${event}`)}</th>
                {noticeChannels.map((channel) => (
                  <td key={channel}>
                    <Checkbox
                      aria-label={`${t(`event_${event}`)}: ${t(`channel_${channel}`)}`}
                      {...form.field(`events.${at}.${channel}`)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <div className={classes['mail']}>
          <h3 className={classes['heading']}>{t('mailHeading')}</h3>
          <p className={classes['note']}>
            {sendsMail ? (email === '' ? t('noAddress') : t('mailGoesTo', { email })) : t('sendsNoMail')}
          </p>
          <NativeSelect
            label={t('pace')}
            data={noticePaces.map((value) => ({ value, label: t(`pace_${value}`) }))}
            {...form.field('pace')}
          />
          {pace !== 'now' && (
            <TextInput
              type="time"
              required
              withAsterisk={false}
              label={t('digestAt')}
              description={pace === 'weekly' ? t('digestMondays') : undefined}
              {...form.field('digestAt')}
            />
          )}
          <fieldset className={classes['quiet']}>
            <legend>{t('quiet')}</legend>
            <p className={classes['note']}>{t('quietHelp')}</p>
            <div className={classes['hours']}>
              <TextInput type="time" label={t('quietFrom')} {...form.field('quietFrom', { empty: null })} />
              <TextInput type="time" label={t('quietTo')} {...form.field('quietTo', { empty: null })} />
            </div>
          </fieldset>
          <NativeSelect
            label={t('timeZone')}
            data={[
              { value: '', label: t('zoneOfOrganisation') },
              ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
            ]}
            {...form.field('timeZone', { empty: null })}
          />
        </div>
      </div>
    </Form>
  )
}

/** The time zones that the browser knows, and the one that is chosen. */
function useTimeZones(chosen: string | null): readonly string[] {
  return useMemo(() => {
    const known = Intl.supportedValuesOf('timeZone')
    return chosen === null || known.includes(chosen) ? known : [chosen, ...known]
  }, [chosen])
}
