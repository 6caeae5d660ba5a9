import { weekdays } from '@gensvar/contract/entities/campaigns'
import { useCallback } from 'react'
import { useFormat } from '#web/lib/format.ts'
import type { CampaignType, SharedValues } from './campaign-form.ts'
import { useTexts } from './texts.ts'
import { useWeekdayNames } from './use-weekday-names.ts'

/** What says when a campaign sends. */
export type Schedule = { campaignType: CampaignType } & Pick<
  SharedValues,
  'scheduledStartDateTime' | 'scheduledPeriod' | 'scheduleParams' | 'sendFrom' | 'sendTo' | 'reminders'
>

/** The schedule of a campaign in words, one sentence each. */
export function useScheduleWords(): (schedule: Schedule) => string[] {
  const t = useTexts()
  const format = useFormat()
  const names = useWeekdayNames('short')
  return useCallback(
    (schedule) => {
      const { campaignType, scheduledStartDateTime, scheduledPeriod, scheduleParams, sendFrom, sendTo } = schedule
      const words: string[] = []
      if (campaignType === 'PULL' && scheduleParams && scheduledPeriod) {
        const { weekdays: days, fromDays, toDays } = scheduleParams
        const list = new Intl.ListFormat(format.locale, { type: 'unit', style: 'short' })
        const chosen = list.format(weekdays.filter((day) => days.includes(day)).map((day) => names[day]))
        words.push(t(`every_${scheduledPeriod}`, { days: chosen }))
        words.push(t('window', { from: format.number(fromDays), to: format.number(toDays) }))
      } else words.push(t(`when_${campaignType}`))
      if (scheduledStartDateTime) words.push(t('startsAt', { moment: format.moment(scheduledStartDateTime) }))
      if (sendFrom && sendTo) words.push(t('betweenHours', { from: sendFrom, to: sendTo }))
      const days = (schedule.reminders ?? []).map(({ afterDays }) => format.number(afterDays))
      const first = days[0]
      if (first !== undefined) words.push(t('remindsAfter', { count: days.length, days: days.join(', ') }))
      return words
    },
    [t, format, names],
  )
}
