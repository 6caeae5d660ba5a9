import { Checkbox, NativeSelect, NumberInput } from '@mantine/core'
import { schedulePeriods, weekdays } from '@gensvar/contract/entities/campaigns'
import { useId } from 'react'
import type { CampaignForm } from './campaign-form.ts'
import classes from './campaign.module.css'
import { useTexts } from './texts.ts'
import type { ShownProblems } from './use-rules.ts'
import { useWeekdayNames } from './use-weekday-names.ts'

/** When a campaign that adds people by itself looks for them, and whom it adds. */
export function ScheduleFields({ form, problems }: { form: CampaignForm; problems: ShownProblems }) {
  const t = useTexts()
  const names = useWeekdayNames('short')
  const daysId = useId()
  const days = form.values.scheduleParams?.weekdays ?? []
  const daysProblem = problems.words('scheduleParams.weekdays')
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['legend']}>{t('schedule')}</legend>
      <NativeSelect
        label={t('period')}
        className={classes['short']}
        data={schedulePeriods.map((value) => ({ value, label: t(`period_${value}`) }))}
        {...problems.at('scheduledPeriod', form.field('scheduledPeriod', { empty: null }))}
      />
      <div
        role="group"
        aria-labelledby={daysId}
        aria-describedby={daysProblem === undefined ? undefined : `${daysId}-problem`}
        data-path="scheduleParams.weekdays"
      >
        <span id={daysId} className={classes['label']}>
          {t('weekdays')}
        </span>
        <div className={classes['days']}>
          {weekdays.map((day) => (
            <Checkbox
              key={day}
              label={names[day]}
              checked={days.includes(day)}
              onChange={({ currentTarget: { checked } }) =>
                form.set(
                  'scheduleParams.weekdays',
                  weekdays.filter((one) => (one === day ? checked : days.includes(one))),
                )
              }
            />
          ))}
        </div>
        {daysProblem !== undefined && (
          <p id={`${daysId}-problem`} className={classes['wrong']}>
            {daysProblem}
          </p>
        )}
      </div>
      <div>
        <div className={classes['pair']}>
          <NumberInput
            label={t('fromDays')}
            allowDecimal={false}
            {...problems.at('scheduleParams.fromDays', form.field('scheduleParams.fromDays'))}
          />
          <NumberInput
            label={t('toDays')}
            allowDecimal={false}
            {...problems.at('scheduleParams.toDays', form.field('scheduleParams.toDays'))}
          />
        </div>
        <p className={classes['help']}>{t('daysHelp')}</p>
      </div>
    </fieldset>
  )
}
