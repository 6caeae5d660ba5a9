import { NoValueSign } from '#web/ui/no-value.tsx'
import { useCellWords } from './cell-words.ts'
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

/** A ball, which its cell or legend explains. */
function Ball({ colour }: { colour: Colour }) {
  return (
    <svg viewBox="0 0 16 16" width={16} height={16} className={classes['ball']} data-colour={colour} aria-hidden="true">
      <circle cx="8" cy="8" r="7" className={classes['ground']} />
      <g className={classes['mark']}>{marks[colour]}</g>
    </svg>
  )
}

/** What the balls of a table mean. */
export function LitsLegend() {
  const t = useTexts()
  return (
    <p className={classes['legend']}>
      <span>{t('litsLegend')}</span>
      {(['green', 'yellow', 'red'] as const).map((colour) => (
        <span key={colour} className={classes['meaning']}>
          <Ball colour={colour} /> {t(`lits_${colour}`)}
        </span>
      ))}
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
