import type { SubscriptionTimes } from '@gensvar/contract/subscriptions'
import { useFormat } from '#web/lib/format.ts'
import type { Subscription } from './queries.ts'
import { useTexts } from './texts.ts'
import { hourText, weekdayName } from './times-text.ts'

/** How often a report comes, in words. */
export function useCadenceText({ cadence, weekday, monthDay, hour }: SubscriptionTimes): string {
  const t = useTexts()
  const { locale } = useFormat()
  const at = hourText(hour, locale)
  switch (cadence) {
    case 'daily':
      return t('everyDay', { at })
    case 'workdays':
      return t('everyWorkday', { at })
    case 'weekly':
      return t('everyWeek', { day: weekdayName(weekday, locale), at })
    case 'monthly':
      return monthDay === 0 ? t('everyMonthEnd', { at }) : t('everyMonth', { day: monthDay, at })
  }
}

/** What became of the last report, in words; null before there is one. */
export function useLastText(last: Subscription['last']): string | null {
  const t = useTexts()
  const format = useFormat()
  return last && t(`last_${last.result}`, { at: format.moment(last.at) })
}
