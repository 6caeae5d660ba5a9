import { NativeSelect } from '@mantine/core'
import type { TextSearchResult } from '@gensvar/contract/entities/text-analytics'
import type { LocalText } from '@gensvar/contract/local-text'
import { commentKinds } from '@gensvar/contract/widgets/text-search-params'
import { useLocalText } from '#web/lib/local-text.ts'
import classes from './search-filters.module.css'
import { sentimentIcons } from './sentiments.ts'
import { useTexts } from './texts.ts'
import type { SearchFilters } from './use-search-filters.ts'

interface Props {
  filters: SearchFilters
  onChange: (change: Partial<SearchFilters>) => void
  categories: TextSearchResult['categories']
  /** The questions searched, to choose one of several. */
  questions: readonly { variable: string; title: LocalText }[]
}

/** What comments are narrowed by: a sentiment, a category, a question. */
export function SearchFilterBar({ filters, onChange, categories, questions }: Props) {
  const t = useTexts()
  const { sentiment, category, questions: chosen } = filters
  const isKnown = category === null || categories.some(({ extName }) => extName === category)
  return (
    <div className={classes['bar']} role="group" aria-label={t('filters')}>
      {commentKinds.map((kind) => {
        const Sign = sentimentIcons[kind]
        return (
          <button
            key={kind}
            type="button"
            className={classes['switch']}
            aria-pressed={sentiment === kind}
            data-sentiment={kind}
            onClick={() => onChange({ sentiment: sentiment === kind ? null : kind })}
          >
            <Sign size={16} stroke={1.75} aria-hidden="true" />
            {t(kind)}
          </button>
        )
      })}
      {(categories.length > 0 || category !== null) && (
        <NativeSelect
          aria-label={t('category')}
          className={classes['select']}
          value={category ?? ''}
          onChange={(event) => onChange({ category: event.currentTarget.value || null })}
        >
          <option value="">{t('allCategories')}</option>
          {!isKnown && <option value={category}>{category}</option>}
          <CategoryOptions categories={categories} />
        </NativeSelect>
      )}
      {questions.length > 1 && (
        <NativeSelect
          aria-label={t('question')}
          className={classes['select']}
          value={chosen?.join(',') ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ questions: value === '' ? null : value.split(',') })}
        >
          <QuestionOptions questions={questions} chosen={chosen} />
        </NativeSelect>
      )}
    </div>
  )
}

/** Categories to choose from, those in another one after it and shifted. */
export function CategoryOptions({ categories }: Pick<Props, 'categories'>) {
  const text = useLocalText()
  return categories.map(({ extName, title }) => (
    <option key={extName} value={extName}>
      {'\u2003'.repeat(extName.split('/').length - 1)}
      {text(title)}
    </option>
  ))
}

/** The questions one by one; several that a link chose are one entry. */
function QuestionOptions({ questions, chosen }: Pick<Props, 'questions'> & { chosen: readonly string[] | null }) {
  const t = useTexts()
  const text = useLocalText()
  const titles = new Map(questions.map(({ variable, title }) => [variable, text(title) || variable]))
  return (
    <>
      <option value="">{t('allQuestions')}</option>
      {chosen !== null && chosen.length > 1 && (
        <option value={chosen.join(',')}>{chosen.map((one) => titles.get(one) ?? one).join(', ')}</option>
      )}
      {[...titles].map(([variable, title]) => (
        <option key={variable} value={variable}>
          {title}
        </option>
      ))}
    </>
  )
}
