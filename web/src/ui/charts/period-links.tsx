import classes from './period-links.module.css'
import { useTexts } from './texts.ts'

interface Props {
  options: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** The lengths of time a chart can be divided into, one of them chosen. */
export function PeriodLinks({ options, value, onChange }: Props) {
  const t = useTexts()
  return (
    <div role="group" aria-label={t('period')} className={classes['links']}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes['link']}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
