import { useId } from 'react'
import type { ReactNode } from 'react'
import classes from './tiles.module.css'

interface Props<Value extends string> {
  /** What is chosen; the name of the group. */
  label: string
  /** The name is for screen readers only. */
  hideLabel?: boolean
  tiles: readonly { value: Value; text: ReactNode }[]
  value: Value | null
  onChange: (value: Value) => void
}

/** A choice of one among a few short words, all visible. */
export function Tiles<Value extends string>({ label, hideLabel = false, tiles, value, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={classes['set']}>
      <legend className={hideLabel ? classes['unseen'] : classes['label']}>{label}</legend>
      <div className={classes['tiles']}>
        {tiles.map((tile) => (
          <label key={tile.value} className={classes['tile']}>
            <input
              type="radio"
              name={name}
              value={tile.value}
              checked={tile.value === value}
              onChange={() => onChange(tile.value)}
              className={classes['unseen']}
            />
            <span className={classes['text']}>{tile.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
