import { NativeSelect, TextInput } from '@mantine/core'
import { defaultScheduleParams } from '@gensvar/contract/entities/campaigns'
import { useIdentity } from '#web/lib/session-store.ts'
import type { CampaignForm, CampaignType, TemplateChoice } from '#web/widgets/campaign/campaign-form.ts'
import { ScheduleFields } from '#web/widgets/campaign/schedule-fields.tsx'
import { StartTimeFields } from '#web/widgets/campaign/start-time-fields.tsx'
import { TimesFields } from '#web/widgets/campaign/times-fields.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import type { ShownProblems } from '#web/widgets/campaign/use-rules.ts'
import { helpBelow } from '#web/ui/form/help-below.ts'
import type { Campaign } from '../queries.ts'
import type { EditorForm } from './editor-body.ts'
import classes from './editor.module.css'

/** Types that a campaign can be given; single messages are made elsewhere. */
const types = ['PULL_ONCE', 'PULL', 'PUSH'] as const

interface Props {
  form: EditorForm
  campaign: Campaign
  templates: readonly TemplateChoice[]
  problems: ShownProblems
  onStart: (moment: string | null, isPartial: boolean) => void
}

/** What a campaign is called, whom it adds and when it sends. */
export function SendingsTab({ form, campaign, templates, problems, onStart }: Props) {
  const t = useTexts()
  const { isRoot } = useIdentity()
  const shared = form as unknown as CampaignForm
  const { campaignType, scheduledStartDateTime = null } = form.values
  const offered: readonly CampaignType[] = campaign.campaignType === 'PULL_SINGLE' ? [...types, 'PULL_SINGLE'] : types
  function choose(next: CampaignType): void {
    form.set('campaignType', next)
    if (next === 'PULL') {
      form.set('scheduledPeriod', form.values.scheduledPeriod ?? 'DAILY')
      form.set('scheduleParams', form.values.scheduleParams ?? defaultScheduleParams)
    }
    if (next === 'PUSH') onStart(null, false)
  }
  return (
    <div className={classes['group']}>
      <div className={classes['columns']}>
        <TextInput label={t('campaignName')} required {...problems.at('title', form.field('title'))} />
        {isRoot && (
          <TextInput
            label={t('extname')}
            description={t('forRoot')}
            inputWrapperOrder={helpBelow}
            {...form.field('extname')}
          />
        )}
        <NativeSelect
          label={t('campaignType')}
          data={offered.map((value) => ({ value, label: t(`type_${value}`) }))}
          {...form.field('campaignType')}
          onChange={({ currentTarget }) => choose(offered.find((one) => one === currentTarget.value) ?? campaignType)}
        />
      </div>
      {campaignType === 'PULL' && <ScheduleFields form={shared} problems={problems} />}
      <StartTimeFields
        moment={scheduledStartDateTime}
        disabled={campaignType === 'PUSH'}
        error={form.field('scheduledStartDateTime').error ?? problems.words('scheduledStartDateTime')}
        onChange={onStart}
      />
      <TimesFields form={shared} problems={problems} templates={templates} />
    </div>
  )
}
