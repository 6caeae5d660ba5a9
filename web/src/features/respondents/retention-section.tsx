import { NumberInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getDataProtection, maxRetentionMonths, saveRetention } from '@gensvar/contract/respondents'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { protectionQuery } from './queries.ts'
import classes from './respondents.module.css'
import { useTexts } from './texts.ts'

/** How long the survey keeps its respondents, and what that reaches tonight. */
export function RetentionSection({ survey, rules }: { survey: string; rules: Answer<typeof getDataProtection> }) {
  const t = useTexts()
  const format = useFormat()
  const queryClient = useQueryClient()
  const { retention, tonight, isAnonymous, timeZone } = rules
  const form = useContractForm(saveRetention, {
    params: { survey },
    initial: retention,
    done: () => t('rulesSaved'),
    onSaved: () => queryClient.invalidateQueries({ queryKey: protectionQuery(survey).queryKey }),
    latest: async () => (await call(getDataProtection, { params: { survey } })).retention,
  })
  const months = { min: 1, max: maxRetentionMonths, allowDecimal: false, suffix: ` ${t('months')}` }
  return (
    <Card title={t('rulesTitle')} subtitle={t('rulesText', { timeZone })}>
      <Form form={form} save={t('saveRules')}>
        <div className={classes['fields']}>
          <NumberInput
            label={t('anonymiseAfter')}
            description={t('anonymiseAfterHelp')}
            placeholder={t('never')}
            {...months}
            {...form.field('anonymiseAfter', { empty: null })}
          />
          <NumberInput
            label={t('eraseAfter')}
            description={t(isAnonymous ? 'eraseAfterAnonymous' : 'eraseAfterHelp')}
            placeholder={t('never')}
            disabled={isAnonymous}
            {...months}
            {...form.field('eraseAfter', { empty: null })}
          />
        </div>
      </Form>
      {tonight.map(({ act, to, responses }) => (
        <p key={act} className={classes['note']} role="status">
          {responses === null
            ? t('tonight_anonymise_hidden', { date: format.date(to) })
            : t(`tonight_${act}`, { count: responses, n: format.number(responses), date: format.date(to) })}
        </p>
      ))}
    </Card>
  )
}
