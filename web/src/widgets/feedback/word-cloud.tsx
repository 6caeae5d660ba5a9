import { useMemo } from 'react'
import type { TextWord } from '@gensvar/contract/entities/text-analytics'
import { useFormat } from '#web/lib/format.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { mostlyOf, sentimentIcons } from './sentiments.ts'
import { useTexts } from './texts.ts'
import classes from './word-cloud.module.css'

interface Props {
  words: readonly TextWord[]
  /** Shown as a table instead. */
  isTable: boolean
  /** Address of the comments with a word; null where they cannot be opened. */
  hrefOf: (word: string) => string | null
}

/** Smallest and largest words in pixels. */
const sizes = { least: 13, most: 32 }

/** The words that most comments are judged by, in alphabetical order, larger the more comments; or the same as a table. */
export function WordCloud({ words, isTable, hrefOf }: Props) {
  const t = useTexts()
  const format = useFormat()
  const ordered = useMemo(
    () => words.toSorted((a, b) => a.word.localeCompare(b.word, format.locale)),
    [words, format.locale],
  )
  const largest = Math.max(1, ...words.map(({ nComments }) => nComments))
  const title = t('frequentWords')
  return (
    <section>
      <h3 className={classes['heading']}>{title}</h3>
      {isTable ? (
        <WordTable label={title} words={words} hrefOf={hrefOf} />
      ) : (
        <ul className={classes['cloud']} aria-label={title}>
          {ordered.map((one) => (
            <li key={one.word}>
              <CloudWord word={one} share={one.nComments / largest} href={hrefOf(one.word)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function CloudWord({ word, share, href }: { word: TextWord; share: number; href: string | null }) {
  const t = useTexts()
  const format = useFormat()
  const tone = mostlyOf(word)
  const Sign = sentimentIcons[tone]
  const about = t('comments', { count: word.nComments, n: format.number(word.nComments) })
  // The area of a word, not its height, follows the number of its comments.
  const fontSize = Math.round(sizes.least + (sizes.most - sizes.least) * Math.sqrt(share))
  const content = (
    <>
      {tone !== 'neutral' && <Sign size={12} stroke={2} aria-hidden="true" />}
      {word.word}
    </>
  )
  const shown = { className: classes['word'], 'data-tone': tone, style: { fontSize }, title: about }
  if (href === null) return <span {...shown}>{content}</span>
  return (
    <AppLink {...shown} href={href} aria-label={`${word.word}: ${about}, ${t(tone)}`}>
      {content}
    </AppLink>
  )
}

function WordTable({ label, words, hrefOf }: { label: string } & Pick<Props, 'words' | 'hrefOf'>) {
  const t = useTexts()
  const format = useFormat()
  const columns: PlainColumn<TextWord>[] = [
    {
      id: 'word',
      title: t('word'),
      naming: true,
      cell({ word }) {
        const href = hrefOf(word)
        return href === null ? word : <AppLink href={href}>{word}</AppLink>
      },
    },
    { id: 'n', title: t('commentsColumn'), align: 'right', cell: ({ nComments }) => format.number(nComments) },
    { id: 'positive', title: t('positive'), align: 'right', cell: ({ nPositives }) => format.number(nPositives) },
    { id: 'negative', title: t('negative'), align: 'right', cell: ({ nNegatives }) => format.number(nNegatives) },
  ]
  return <PlainTable isWide label={label} columns={columns} rows={words} keyOf={({ word }) => word} />
}
