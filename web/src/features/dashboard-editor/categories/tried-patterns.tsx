import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
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

/** How long nothing is typed before comments are searched, in ms. */
const pause = 300

/** What the patterns catch among the comments of the survey, and comments that are searched for; words selected there can be added. */
export function TriedPatterns({ survey, language, patterns, exclude, onAdd }: Props) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed.trim(), pause)
  const query = useQuery({
    queryKey: ['tried-patterns', survey, language, patterns, exclude, term],
    queryFn: ({ signal }) =>
      call(
        tryPatterns,
        { params: { survey }, body: { language, patterns: [...patterns], exclude: [...exclude], term } },
        { signal },
      ),
    enabled: patterns.length > 0 || term !== '',
    placeholderData: (before) => before,
    retry: false,
    meta: { quiet: true },
  })
  return (
    <section>
      <h3 className={classes['heading']}>{t('catches')}</h3>
      <TextInput
        type="search"
        label={t('findComments')}
        description={t('findCommentsHelp')}
        lang={language}
        maxLength={longestTerm}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        mb={8}
      />
      {(patterns.length > 0 || term !== '') && (
        <DataState query={query} height={120} compact>
          {(answer) => <Caught answer={answer} term={term} language={language} onAdd={onAdd} />}
        </DataState>
      )}
    </section>
  )
}

interface CaughtProps extends Pick<Props, 'language' | 'onAdd'> {
  answer: Answer<typeof tryPatterns>
  /** What was searched for; empty for what is caught. */
  term: string
}

function Caught({ answer, term, language, onAdd }: CaughtProps) {
  const { nComments, nCaught, nFound, examples, withheld } = answer
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const list = useRef<HTMLUListElement>(null)
  const selected = useSelectedWord(list)
  const word = patternOf(selected || term)
  return (
    <>
      {nComments !== null && nCaught !== null && (
        <p className={classes['note']} role="status">
          {t('catchesOf', { count: nComments, n: format.number(nCaught), m: format.number(nComments) })}
          {nFound !== null && `. ${t('termFound', { count: nFound, n: format.number(nFound), term })}`}
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
        </>
      )}
      {word !== '' && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          // The word stays selected while it is pressed.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            onAdd(word)
            document.getSelection()?.removeAllRanges()
          }}
        >
          {t('addWord', { word })}
        </Button>
      )}
    </>
  )
}

/** What a pattern caught, as a comment is marked. */
function markOf({ start, end, pattern }: Answer<typeof tryPatterns>['examples'][number]['spans'][number]): TextSpan {
  return { start, end, kind: 'category', entry: pattern, category: null, because: [] }
}

/** Words as a pattern has them: in small letters, in a row, without what stands around them. */
function patternOf(words: string): string {
  return (
    words
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu)
      ?.join(' ') ?? ''
  )
}

/** Most letters of a selection or a term that is offered as a pattern. */
const longestWord = 60
const longestTerm = longestWord

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
