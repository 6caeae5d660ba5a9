import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useIdentity } from '#web/lib/session-store.ts'
import { Card } from '#web/ui/card.tsx'
import type { ContractForm } from '#web/ui/form/use-contract-form.ts'
import { helpBelow } from '#web/ui/form/help-below.ts'
import type { CampaignForm } from '#web/widgets/campaign/campaign-form.ts'
import { ScheduleFields } from '#web/widgets/campaign/schedule-fields.tsx'
import { TimesFields } from '#web/widgets/campaign/times-fields.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import type { ShownProblems } from '#web/widgets/campaign/use-rules.ts'
import type { Info } from './wizard-place.ts'
import { methodsOf } from './wizard-state.ts'
import type { DraftBody } from './wizard-state.ts'
import classes from './wizard.module.css'

/** The form of the wizard. */
export type WizardForm = ContractForm<DraftBody>

interface Props {
  form: WizardForm
  info: Info
  problems: ShownProblems
  onSendingType: (sendingType: DraftBody['sendingType']) => void
}

/** Step 1: what it is called, how and when it is sent. */
export function StepBasics({ form, info, problems, onSendingType }: Props) {
  const t = useTexts()
  const { isRoot } = useIdentity()
  const { campaignType, sendingType } = form.values
  const types = isRoot ? (['PULL_ONCE', 'PULL', 'PUSH'] as const) : (['PULL_ONCE', 'PULL'] as const)
  const methods = methodsOf(info)
  const shared = form as unknown as CampaignForm
  return (
    <Card title={t('step_1')}>
      <div className={classes['group']}>
        <div className={classes['fields']}>
          <TextInput label={t('campaignName')} required {...problems.at('campaignName', form.field('campaignName'))} />
          {isRoot && (
            <TextInput
              label={t('extname')}
              description={t('forRoot')}
              inputWrapperOrder={helpBelow}
              {...form.field('campaignExtName')}
            />
          )}
          <NativeSelect
            label={t('method')}
            required
            data-path="sendingType"
            data={methods.map((value) => ({ value, label: t(`sending_${value}`) }))}
            value={sendingType}
            onChange={({ currentTarget }) =>
              onSendingType(methods.find((one) => one === currentTarget.value) ?? sendingType)
            }
          />
        </div>
        <Radio.Group
          label={t('campaignType')}
          required
          data-path="campaignType"
          value={campaignType}
          onChange={(value) => {
            const next = types.find((one) => one === value) ?? campaignType
            form.set('campaignType', next)
            if (next === 'PUSH') form.set('scheduledStartDateTime', null)
          }}
        >
          <Stack gap={12} mt={8}>
            {types.map((value) => (
              <Radio key={value} value={value} label={t(`type_${value}`)} description={t(`typeHelp_${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {campaignType === 'PULL' && <ScheduleFields form={shared} problems={problems} />}
        <TimesFields form={shared} problems={problems} templates={info.templates} />
      </div>
    </Card>
  )
}
