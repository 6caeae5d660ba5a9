import { ActionIcon, Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { correctComment } from '@gensvar/contract/comments'
import { sentiments } from '@gensvar/contract/entities/text-analytics'
import type { Sentiment, TextSearchResult, TextSearchRow } from '@gensvar/contract/entities/text-analytics'
import { commentKinds } from '@gensvar/contract/widgets/text-search-params'
import { useLocalText } from '#web/lib/local-text.ts'
import { usePlace } from '#web/lib/place.ts'
import { refreshAround } from '#web/lib/refresh-around.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import classes from './correction-form.module.css'
import { CategoryOptions } from './search-filters.tsx'
import type { CommentKind } from './sentiments.ts'
import { useTexts } from './texts.ts'

interface Props {
  row: TextSearchRow
  categories: TextSearchResult['categories']
  onCancel: () => void
  onSaved: () => void
}

interface Corrected {
  sentiment: CommentKind
  categories: { extName: string; sentiment: Sentiment }[]
}

function judgementOf({ positive, negative, sentiment, indicator }: TextSearchRow): Corrected {
  return {
    sentiment: positive && negative ? 'mixed' : sentiment,
    categories: indicator.map((one) => ({ extName: one.extName, sentiment: one.sentiment })),
  }
}

/** What a comment says and what it is about, judged by hand; it stays so when comments are analysed again. */
export function CorrectionForm({ row, categories, onCancel, onSaved }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const { survey } = usePlace()
  const queryClient = useQueryClient()
  const form = useContractForm(correctComment, {
    params: { survey, interviewId: row.interviewId, variable: row.variable },
    initial: { judgement: judgementOf(row), version: row.version },
    done: ({ corrected }) => t(corrected === null ? 'correctionTakenBack' : 'corrected'),
    async onSaved() {
      onSaved()
      await refreshAround(queryClient, survey)
    },
  })
  const judgement = form.values.judgement ?? judgementOf(row)
  const chosen = judgement.categories
  const titles = new Map(categories.map(({ extName, title }) => [extName, text(title)]))
  const setCategories = (next: Corrected['categories']) => form.set('judgement.categories', next)
  const free = categories.filter(({ extName }) => !chosen.some((one) => one.extName === extName))
  return (
    <Form
      form={form}
      save={t('saveCorrection')}
      onCancel={() => form.leave(onCancel)}
      actions={
        row.corrected !== null && (
          <Button
            variant="subtle"
            leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => void form.state.submit({ body: { judgement: null } })}
          >
            {t('takeBack')}
          </Button>
        )
      }
    >
      <div role="group" aria-label={t('whatItSays')}>
        <p className={classes['label']}>{t('whatItSays')}</p>
        <SegmentedControl
          fullWidth
          value={judgement.sentiment}
          onChange={(value) => form.set('judgement.sentiment', value as CommentKind)}
          data={commentKinds.map((kind) => ({ value: kind, label: t(kind) }))}
        />
      </div>
      <div role="group" aria-label={t('categories')}>
        <p className={classes['label']}>{t('categories')}</p>
        <ul className={classes['list']} data-path="judgement.categories">
          {chosen.map(({ extName, sentiment }, at) => {
            const title = titles.get(extName) ?? extName
            return (
              <li key={extName} className={classes['line']}>
                <span className={classes['name']}>{title}</span>
                <NativeSelect
                  aria-label={t('saysOf', { category: title })}
                  value={sentiment}
                  data={sentiments.map((one) => ({ value: one, label: t(one) }))}
                  onChange={(event) => {
                    const value = event.currentTarget.value as Sentiment
                    setCategories(chosen.map((one, index) => (index === at ? { ...one, sentiment: value } : one)))
                  }}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('removeCategory', { category: title })}
                  onClick={() => setCategories(chosen.filter((one) => one.extName !== extName))}
                >
                  <IconX size={16} aria-hidden="true" />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
        <NativeSelect
          aria-label={t('addCategory')}
          value=""
          disabled={free.length === 0}
          onChange={(event) => {
            const extName = event.currentTarget.value
            const sentiment = judgement.sentiment === 'mixed' ? 'neutral' : judgement.sentiment
            if (extName !== '') setCategories([...chosen, { extName, sentiment }])
          }}
        >
          <option value="">{t('addCategory')}</option>
          <CategoryOptions categories={free} />
        </NativeSelect>
      </div>
      <p className={classes['note']}>{t('correctionStays')}</p>
    </Form>
  )
}
