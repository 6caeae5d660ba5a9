import { useId } from 'react'
import classes from './selection-block.module.css'

interface Props {
  label: string
  options: readonly { value: string; text: string }[]
  value: string
  onChange: (value: string) => void
}

/** A short list with a heading, of which one entry is chosen. */
export function Choices({ label, options, value, onChange }: Props) {
  const heading = useId()
  return (
    <div role="radiogroup" aria-labelledby={heading} className={classes['group']}>
      <span id={heading} className={classes['heading']}>
        {label}
      </span>
      {options.map((option) => (
        <label key={option.value} className={classes['option']} data-chosen={option.value === value || undefined}>
          <input
            type="radio"
            name={heading}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
    </div>
  )
}
