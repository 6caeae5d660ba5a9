import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useRef } from 'react'
import type { RefObject } from 'react'
import { tryPatterns } from '@gensvar/contract/comments'
import type { TextSpan } from '@gensvar/contract/entities/text-analytics'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { MarkedComment } from '#web/widgets/feedback/marked-comment.tsx'
import { useTexts } from '../texts.ts'
import classes from './categories.module.css'
import type { PatternLanguage } from './draft-categories.ts'

interface Props {
  survey: string
  language: PatternLanguage
  patterns: readonly string[]
  exclude: readonly string[]
  /** Adds a word that was selected in a comment. */
  onAdd: (word: string) => void
}

/** What the patterns catch among the comments of the survey, as they are now; words selected there can be added. */
export function TriedPatterns({ survey, language, patterns, exclude, onAdd }: Props) {
  const t = useTexts()
  const query = useQuery({
    queryKey: ['tried-patterns', survey, language, patterns, exclude],
    queryFn: ({ signal }) =>
      call(
        tryPatterns,
        { params: { survey }, body: { language, patterns: [...patterns], exclude: [...exclude] } },
        { signal },
      ),
    enabled: patterns.length > 0,
    placeholderData: (before) => before,
    retry: false,
    meta: { quiet: true },
  })
  if (patterns.length === 0) return null
  return (
    <section>
      <h3 className={classes['heading']}>{t('catches')}</h3>
      <DataState query={query} height={120} compact>
        {(answer) => <Caught answer={answer} language={language} onAdd={onAdd} />}
      </DataState>
    </section>
  )
}

interface CaughtProps extends Pick<Props, 'language' | 'onAdd'> {
  answer: Answer<typeof tryPatterns>
}

function Caught({ answer: { nComments, nCaught, examples, withheld }, language, onAdd }: CaughtProps) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const list = useRef<HTMLUListElement>(null)
  const word = useSelectedWord(list)
  return (
    <>
      {nComments !== null && nCaught !== null && (
        <p className={classes['note']} role="status">
          {t('catchesOf', { count: nComments, n: format.number(nCaught), m: format.number(nComments) })}
        </p>
      )}
      {withheld !== null && <p className={classes['note']}>{text(withheld)}</p>}
      {examples.length > 0 && (
        <>
          <p className={classes['note']}>{t('selectWord')}</p>
          <ul ref={list} className={classes['examples']} lang={language}>
            {examples.map(({ interviewId, variable, comment, spans }) => (
              <li key={`${interviewId} ${variable}`}>
                <MarkedComment comment={comment} spans={spans.map(markOf)} />
              </li>
            ))}
          </ul>
          {word !== '' && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              // The word stays selected while it is pressed.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                onAdd(word.toLowerCase())
                document.getSelection()?.removeAllRanges()
              }}
            >
              {t('addWord', { word })}
            </Button>
          )}
        </>
      )}
    </>
  )
}

/** What a pattern caught, as a comment is marked. */
function markOf({ start, end, pattern }: Answer<typeof tryPatterns>['examples'][number]['spans'][number]): TextSpan {
  return { start, end, kind: 'category', entry: pattern, category: null, because: [] }
}

/** Most letters of a selection that is offered as a pattern. */
const longestWord = 60

/** What is selected inside an element; empty where nothing is, or more than a few words. */
function useSelectedWord(place: RefObject<HTMLElement | null>): string {
  const [word, setWord] = useState('')
  useEffect(() => {
    const read = () => {
      const selection = document.getSelection()
      const isInside = selection !== null && place.current?.contains(selection.anchorNode) === true
      const text = isInside ? selection.toString().trim() : ''
      setWord(text.length > longestWord ? '' : text)
    }
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [place])
  return word
}
