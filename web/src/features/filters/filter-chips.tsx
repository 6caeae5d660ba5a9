import { Button } from '@mantine/core'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { UNITS_NAME } from '@gensvar/contract/drill-path'
import type { PathToken } from '@gensvar/contract/drill-path'
import { useServedTitles } from '#web/lib/filter-titles.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { Chip } from '#web/ui/chip.tsx'
import classes from './filter-chips.module.css'
import { useOptionTitles } from './option-titles.ts'
import { useTexts } from './texts.ts'
import { useFilterWords } from './use-filter-words.tsx'
import type { FilterWords } from './use-filter-words.tsx'
import { useFilters } from './use-filters.ts'
import { usePeriod } from './use-period.ts'

/** How many values a chip names at most; the others are counted. */
const mostNamed = 3

interface TokenProps {
  survey: string
  token: PathToken
  words: FilterWords
}

/** A filter and its values as text. */
export function TokenWords({ survey, token, words }: TokenProps) {
  const t = useTexts()
  const text = useLocalText()
  const titles = useOptionTitles(survey, token.name)
  const servedTitles = useServedTitles()
  const title = words.titleOf(token.name)
  const values = token.values.map((value) => {
    const described = words.valueWords(token, value)
    const served = servedTitles.find((one) => one.name === token.name)?.options
    const title = titles[value.text] ?? served?.find((option) => option.extName === value.text)?.title
    const known = value.contains || value.none ? '' : text(title)
    return { ...described, text: known || described.text }
  })
  const plain = values.map((value) => `${value.before} ${value.text}`.trim())
  const more = values.length - mostNamed
  return (
    <span title={more > 0 ? plain.join(', ') : undefined}>
      <span className={classes['title']}>{title}:</span>{' '}
      {values.slice(0, mostNamed).map((value, index) => (
        <Fragment key={index}>
          {index > 0 && ', '}
          {value.shown === null ? (
            plain[index]
          ) : (
            <>
              {value.before && `${value.before} `}
              {value.shown}
            </>
          )}
        </Fragment>
      ))}
      {more > 0 && ` ${t('more', { count: more })}`}
    </span>
  )
}

interface Props {
  /** Content before the chips, such as a count. */
  children?: ReactNode
}

/** The active filters, each removable; the period and how units are read have chips of their own beside the place. */
export function FilterChips({ children }: Props) {
  const t = useTexts()
  const filters = useFilters()
  const words = useFilterWords()
  const { token: period } = usePeriod(null)
  const shown = filters.active.filter(({ name }) => name !== period?.name && name !== UNITS_NAME)
  if (shown.length === 0 && children === undefined) return null
  return (
    <div className={classes['bar']} role="group" aria-label={t('activeFilters')}>
      {children}
      {shown.map((token, index) => (
        <Chip
          key={`${token.name} ${index}`}
          tone="accent"
          onRemove={() => filters.remove(token.name)}
          label={words.titleOf(token.name)}
        >
          <TokenWords survey={filters.survey} token={token} words={words} />
        </Chip>
      ))}
      {shown.length > 0 && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => filters.replaceAll([])}>
          {t('clearAll')}
        </Button>
      )}
    </div>
  )
}
