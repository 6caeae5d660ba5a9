import type { NewSurveyCheck } from '@gensvar/contract/new-survey-plan'
import { useFormat } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import classes from './page-preview.module.css'
import { useTexts } from './texts.ts'

/** Names of a kind that are shown; of more, their number is told. */
const shownNames = 12

type FirstPage = NewSurveyCheck['page']

interface Props {
  page: FirstPage
  /** What changes it is being checked. */
  isPending: boolean
}

/** The survey's first page as it will be: its figures, charts, levels and filters. */
export function PagePreview({ page, isPending }: Props) {
  const t = useTexts()
  const format = useFormat()
  const { title, period, responses, tiles, charts, filters, levels, pages } = page
  const about = [
    period === null ? t('noDates') : `${format.date(period.from)} – ${format.date(period.to)}`,
    t('responses', { count: responses, n: format.number(responses) }),
  ]
  const titles = charts.flatMap(({ variables }) => variables)
  return (
    <Card title={t('pageTitle')} subtitle={t('pageText')} query={{ isPlaceholderData: false, isRefetching: isPending }}>
      <div className={classes['page']}>
        <p className={classes['title']}>{title}</p>
        <p className={classes['about']}>{about.join(' · ')}</p>
        <ul className={classes['tiles']} aria-label={t('tiles')}>
          {tiles.map((tile) => (
            <Tile key={tile.name} tile={tile} />
          ))}
        </ul>
        <Words title={t('charts')} words={titles} />
        <Words
          title={t('levelsTitle')}
          words={levels.map((one) => `${one.title} (${format.number(one.units)})`)}
          joined=" › "
        />
        <Words title={t('filters')} words={filters.map((one) => one.title)} />
        <Words title={t('pages')} words={pages.map((one) => one.title)} />
      </div>
    </Card>
  )
}

function Tile({ tile: { title, value, n, unit, decimals } }: { tile: FirstPage['tiles'][number] }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <li className={classes['tile']}>
      <span className={classes['tileTitle']}>{title}</span>
      <span className={classes['value']}>
        {value === null ? <NoValue /> : format.number(value, decimals)}
        {value !== null && unit !== '' && <span className={classes['unit']}>{unit}</span>}
      </span>
      <span className={classes['n']}>{t('answers', { count: n, n: format.number(n) })}</span>
    </li>
  )
}

function Words({ title, words, joined }: { title: string; words: readonly string[]; joined?: string }) {
  const t = useTexts()
  const format = useFormat()
  if (words.length === 0) return null
  const others = words.length - shownNames
  return (
    <div className={classes['line']}>
      <p className={classes['lineTitle']}>{title}</p>
      {joined === undefined ? (
        <ul className={classes['chips']}>
          {words.slice(0, shownNames).map((one, index) => (
            <li key={index}>
              <Chip>{one}</Chip>
            </li>
          ))}
          {others > 0 && <li className={classes['others']}>{t('others', { n: format.number(others) })}</li>}
        </ul>
      ) : (
        <p className={classes['path']}>{words.join(joined)}</p>
      )}
    </div>
  )
}
