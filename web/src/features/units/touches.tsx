import { useQuery } from '@tanstack/react-query'
import type { UnitChange } from '@gensvar/contract/units'
import { errorText } from '#web/lib/error-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import { useTexts } from './texts.ts'
import classes from './units.module.css'

interface Props {
  /** What the answer depends on; null while nothing is chosen yet. */
  asked: readonly (string | number | null)[] | null
  load: (signal: AbortSignal) => Promise<{ touches: UnitChange }>
}

/** What a move or a merge would touch, told before it is done. */
export function Touches({ asked, load }: Props) {
  const t = useTexts()
  const format = useFormat()
  const query = useQuery({
    queryKey: ['unit-touches', ...(asked ?? [])],
    queryFn: ({ signal }) => load(signal),
    enabled: asked !== null,
    retry: false,
    gcTime: 0,
  })
  if (asked === null) return null
  // What is wrong is said at the field once it is sent, and here before.
  if (query.isError)
    return (
      <p role="alert" className={classes['wrong']}>
        {errorText(query.error)}
      </p>
    )
  if (!query.data) return <Loading height={110} />
  const { units, responses, alerts, actions, savedPaths, gain, lose } = query.data.touches
  const counts: [string, number | null][] = [
    ['units', units],
    ['responses', responses],
    ['alerts', alerts],
    ['actionsThere', actions],
    ['savedPaths', savedPaths],
  ]
  const shown = counts.filter(([name, count]) => count === null || count > 0 || name === 'responses')
  const names = ({ count, names: some }: UnitChange['gain']) =>
    count > some.length ? t('andMore', { names: some.join(', '), count: count - some.length }) : some.join(', ')
  return (
    <section aria-label={t('touches')} className={classes['touches']}>
      <h2>{t('touches')}</h2>
      <dl className={classes['facts']}>
        {shown.map(([name, count]) => (
          <div key={name}>
            <dt>{t(name as 'units')}</dt>
            <dd>{count === null ? t('notTold') : format.number(count)}</dd>
          </div>
        ))}
      </dl>
      {gain.count > 0 && (
        <div className={classes['warned']}>
          <strong>{t('gain', { count: gain.count })}</strong>
          <p>{names(gain)}</p>
        </div>
      )}
      {lose.count > 0 && (
        <div className={classes['warned']}>
          <strong>{t('lose', { count: lose.count })}</strong>
          <p>{names(lose)}</p>
        </div>
      )}
    </section>
  )
}
