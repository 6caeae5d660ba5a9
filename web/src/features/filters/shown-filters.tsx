import { Fragment } from 'react'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { usePlace } from '#web/lib/place.ts'
import { TokenWords } from './filter-chips.tsx'
import { useFilterWords } from './use-filter-words.tsx'

/** The page's filters with their values, but for its period. */
export function ShownFilters() {
  const { survey, filters } = usePlace()
  const words = useFilterWords()
  const shown = filters.filter(({ name }) => name !== EVENT_DATE)
  return shown.map((token, index) => (
    <Fragment key={`${token.name} ${index}`}>
      {index > 0 && ' · '}
      <TokenWords survey={survey} token={token} words={words} />
    </Fragment>
  ))
}
