import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isIsoDate } from '@gensvar/contract/dates'
import { anonymiseResponses } from '@gensvar/contract/respondents'
import type { ProtectionPreview } from '@gensvar/contract/respondents'
import { useFormat } from '#web/lib/format.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { Card } from '#web/ui/card.tsx'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { previewQuery, protectionQuery } from './queries.ts'
import classes from './respondents.module.css'
import { useTexts } from './texts.ts'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

/** Anonymises the responses of some days: shows first what that reaches. */
export function AnonymiseSection({ survey, isAnonymous }: { survey: string; isAnonymous: boolean }) {
  const t = useTexts()
  const format = useFormat()
  const queryClient = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const form = useContractForm(anonymiseResponses, {
    params: { survey },
    initial: { from: null, to: null },
    warns: false,
    done: () => t('anonymiseStarted'),
    onSaved: () => queryClient.invalidateQueries({ queryKey: protectionQuery(survey).queryKey }),
  })
  const { from, to } = form.values
  const isRange = [from, to].every((day) => day === null || isIsoDate(day)) && (from ?? '') <= (to ?? '9999-12-31')
  const query = useQuery(previewQuery(survey, { from, to }, isRange))
  const count = query.data?.counts?.responses ?? null
  return (
    <Card title={t('anonymiseTitle')} subtitle={t('anonymiseText')}>
      <Form form={form}>
        <div className={classes['fields']}>
          <DateField label={t('from')} description={t('fromHelp')} {...form.field('from')} />
          <DateField label={t('to')} description={t('toHelp')} {...form.field('to')} />
        </div>
        {isRange && (
          <DataState query={query} height={96} compact>
            {(preview) => <Preview preview={preview} />}
          </DataState>
        )}
        <div>
          <Button
            variant="default"
            disabled={isRange && (count === 0 || query.data === undefined)}
            // Days that are none are told at their field.
            onClick={() => (isRange ? setAsked(true) : void form.state.submit())}
          >
            {t('anonymise')}
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        danger
        opened={isAsked}
        title={t('anonymiseTitle')}
        message={
          isAnonymous || count === null
            ? t('anonymiseAskHidden')
            : t('anonymiseAsk', { count, n: format.number(count) })
        }
        okText={t('anonymiseOk')}
        onCancel={() => setAsked(false)}
        onOk={() => {
          setAsked(false)
          void form.state.submit()
        }}
      />
    </Card>
  )
}

/** What anonymising would reach. */
function Preview({ preview: { counts, questions, kept } }: { preview: ProtectionPreview }) {
  const t = useTexts()
  const format = useFormat()
  const named = questions.map(({ title, answers }) =>
    answers === null ? title : `${title} (${format.number(answers)})`,
  )
  return (
    <div className={classes['preview']} role="status">
      {counts === null ? (
        <p className={classes['text']}>{t('previewHidden')}</p>
      ) : (
        <ul className={classes['counts']}>
          {(['responses', 'contacts', 'keys', 'comments'] as const).map((kind) => (
            <li key={kind}>
              {t(`reach_${kind}`)} <strong className="gv-figures">{format.number(counts[kind])}</strong>
            </li>
          ))}
        </ul>
      )}
      <p className={classes['note']}>
        {named.length === 0 ? t('noQuestions') : t('questions', { questions: named.join(', ') })}
      </p>
      {kept.length > 0 && (
        <p className={classes['note']}>{t('kept', { questions: kept.map(({ title }) => title).join(', ') })}</p>
      )}
    </div>
  )
}
