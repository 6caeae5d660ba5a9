import { NoValueSign } from '#web/ui/no-value.tsx'
import { useCellWords } from './cell-words.ts'
import classes from './lits.module.css'

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

/** Up to five balls, one per question of a lits column. */
export function Lits({ codes }: { codes: readonly number[] }) {
  const words = useCellWords()
  const colours = codes.slice(0, most).map(litColour)
  if (colours.length === 0) return <NoValueSign reason={words.noValue} />
  return (
    <span role="img" aria-label={colours.map((colour) => words.colours[colour]).join(', ')} className={classes['lits']}>
      {colours.map((colour, index) => (
        <svg
          key={index}
          viewBox="0 0 16 16"
          width={16}
          height={16}
          className={classes['ball']}
          data-colour={colour}
          aria-hidden="true"
        >
          <circle cx="8" cy="8" r="7" className={classes['ground']} />
          <g className={classes['mark']}>{marks[colour]}</g>
        </svg>
      ))}
    </span>
  )
}
