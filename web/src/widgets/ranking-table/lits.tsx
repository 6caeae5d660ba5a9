import type { RankingCell, RankingHeader } from '@gensvar/contract/entities/ranking'
import { CellButton } from '#web/ui/data-table/cell-button.tsx'
import { NoValueSign } from '#web/ui/no-value.tsx'
import { useCellWords } from './cell-words.ts'
import legend from './legend.module.css'
import classes from './lits.module.css'
import { useTexts } from './texts.ts'

type Colour = 'red' | 'yellow' | 'green'

/** Most balls a cell shows. */
const most = 5

/** Colour of a ball: codes 0, 1 and 2 are red, 3 is yellow, 4 is green. */
function litColour(code: number): Colour {
  if (code >= 4) return 'green'
  return code === 3 ? 'yellow' : 'red'
}

/** Marks inside the balls, so that they also differ without colour. */
const marks: Record<Colour, React.ReactNode> = {
  red: <path d="M5 8h6" />,
  yellow: <circle cx="8" cy="8" r="1.2" />,
  green: <path d="m5 8.2 2.2 2.2L11 6.4" />,
}

interface BallProps {
  /** Null for any colour. */
  colour: Colour | null
  /** Of few answers: without its colour, in a dashed ring as the sign of such numbers. */
  isFew?: boolean | undefined
}

/** A ball, which its cell or legend explains. */
function Ball({ colour, isFew = false }: BallProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={16}
      height={16}
      className={classes['ball']}
      data-colour={isFew ? 'few' : (colour ?? undefined)}
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="7" className={classes['ground']} />
      <g className={classes['mark']}>{colour !== null && marks[colour]}</g>
    </svg>
  )
}

/** What the balls of a table mean; `hasFew`: some of them are of few answers. */
export function LitsLegend({ hasFew }: { hasFew: boolean }) {
  const t = useTexts()
  return (
    <p className={legend['legend']}>
      <span>{t('litsLegend')}</span>
      {(['green', 'yellow', 'red'] as const).map((colour) => (
        <span key={colour} className={legend['meaning']}>
          <Ball colour={colour} /> {t(`lits_${colour}`)}
        </span>
      ))}
      {hasFew && (
        <span className={legend['meaning']}>
          <Ball colour={null} isFew /> {t('few')}
        </span>
      )}
    </p>
  )
}

/** Up to five balls, one per question of a lits column; the sign for no value stands for a question without one. */
export function Lits({ codes }: { codes: readonly (number | null)[] }) {
  const words = useCellWords()
  const colours = codes.slice(0, most).map((code) => (code === null ? null : litColour(code)))
  if (colours.length === 0) return <NoValueSign reason={words.noValue} />
  const names = colours.map((colour) => (colour === null ? words.noValue : words.colours[colour]))
  return (
    <span role="img" aria-label={names.join(', ')} className={classes['lits']}>
      {colours.map((colour, index) =>
        colour === null ? <NoValueSign key={index} reason={words.noValue} /> : <Ball key={index} colour={colour} />,
      )}
    </span>
  )
}

interface FigureLitsProps {
  cell: Pick<RankingCell, 'lits' | 'balls'>
  /** What each ball is of. */
  of: NonNullable<RankingHeader['balls']>
  /** Tab stops at each, because the arrow keys do not reach its row. */
  isStop: boolean
  /** Opens what the figure of a ball is. */
  onOpen: (ball: number) => void
}

/** The balls of a unit, each of which opens what its figure is. */
export function FigureLits({ cell: { lits = [], balls = [] }, of, isStop, onOpen }: FigureLitsProps) {
  const words = useCellWords()
  return (
    <span className={classes['lits']} data-opens="">
      {of.slice(0, most).map(({ text, about }, at) => {
        const code = lits[at] ?? null
        const figure = balls[at]
        const title = words.text(text)
        if (code === null || figure === undefined)
          return (
            <span key={about.name} className={classes['none']}>
              <NoValueSign reason={`${title}: ${words.text(figure?.helpText) || words.noValue}`} />
            </span>
          )
        const colour = litColour(code)
        const few = figure.few === true ? [words.few] : []
        return (
          <CellButton
            key={about.name}
            isStop={isStop}
            label={`${title}: ${[words.colours[colour], ...few].join(' · ')}`}
            onClick={() => onOpen(at)}
          >
            <Ball colour={colour} isFew={figure.few} />
          </CellButton>
        )
      })}
    </span>
  )
}
