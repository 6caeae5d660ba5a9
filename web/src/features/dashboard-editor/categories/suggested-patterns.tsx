import { Button, NativeSelect } from '@mantine/core'
import { IconBulb, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { suggestPatterns, suggestionSources } from '@gensvar/contract/comments'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { useTexts } from '../texts.ts'
import classes from './categories.module.css'
import type { PatternLanguage } from './draft-categories.ts'

type Source = (typeof suggestionSources)[number]

interface Props {
  survey: string
  language: PatternLanguage
  patterns: readonly string[]
  exclude: readonly string[]
  onAdd: (pattern: string) => void
}

/** Words that stand out in some comments, asked for by a button because all comments are read for it. */
export function SuggestedPatterns(props: Props) {
  const t = useTexts()
  const [isAsked, setAsked] = useState(false)
  if (isAsked) return <Suggestions {...props} />
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconBulb size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => setAsked(true)}
      >
        {t('suggestWords')}
      </Button>
    </div>
  )
}

function Suggestions({ survey, language, patterns, exclude, onAdd }: Props) {
  const t = useTexts()
  // A category without words of its own has no comments that others could stand out in.
  const sources = suggestionSources.filter((one) => one !== 'category' || patterns.length > 0)
  const [chosen, setChosen] = useState<Source>(patterns.length > 0 ? 'category' : 'negative')
  const from = sources.includes(chosen) ? chosen : 'negative'
  const query = useQuery({
    queryKey: ['suggested-patterns', survey, language, patterns, exclude, from],
    queryFn: ({ signal }) =>
      call(
        suggestPatterns,
        { params: { survey }, body: { language, patterns: [...patterns], exclude: [...exclude], from } },
        { signal },
      ),
    placeholderData: (before) => before,
    retry: false,
    meta: { quiet: true },
  })
  return (
    <section aria-label={t('suggestions')}>
      <NativeSelect
        label={t('suggestions')}
        description={t('suggestionsHelp')}
        value={from}
        data={sources.map((one) => ({ value: one, label: t(`suggestFrom_${one}`) }))}
        onChange={(event) => setChosen(event.currentTarget.value as Source)}
        mb={8}
      />
      <DataState query={query} height={80} compact>
        {(answer) => <Suggested answer={answer} language={language} onAdd={onAdd} />}
      </DataState>
    </section>
  )
}

interface SuggestedProps extends Pick<Props, 'language' | 'onAdd'> {
  answer: Answer<typeof suggestPatterns>
}

function Suggested({ answer: { nFrom, suggestions, withheld }, language, onAdd }: SuggestedProps) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  if (withheld !== null) return <p className={classes['note']}>{text(withheld)}</p>
  return (
    <>
      <p className={classes['note']} role="status">
        {t(suggestions.length > 0 ? 'suggestedFrom' : 'noneSuggested', {
          count: nFrom ?? 0,
          n: format.number(nFrom ?? 0),
        })}
      </p>
      <ul className={classes['suggestions']} aria-label={t('suggestions')}>
        {suggestions.map(({ pattern, shown, nComments, nNew }) => {
          const catches = t('wouldCatch', {
            count: nComments,
            n: format.number(nComments),
            m: format.number(nNew),
          })
          return (
            <li key={pattern}>
              <button
                type="button"
                className={classes['suggestion']}
                title={`${t('addWord', { word: pattern })}: ${catches}`}
                onClick={({ currentTarget }) => {
                  // This one goes, because it is caught then; whoever uses the keyboard goes on with the next.
                  currentTarget.closest('li')?.nextElementSibling?.querySelector('button')?.focus()
                  onAdd(pattern)
                }}
              >
                <IconPlus size={14} aria-hidden="true" />
                <span lang={language}>{shown}</span>
                <span className={classes['catches']}>
                  {format.number(nComments)} (+{format.number(nNew)})
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
