import { Button } from '@mantine/core'
import type { Selection } from './columns.ts'
import classes from './selection.module.css'
import { useTexts } from './texts.ts'

/** How many rows are selected, on all pages, and what can be done with them. */
export function SelectionBar({ selection: { keys, onChange, actions, below } }: { selection: Selection }) {
  const t = useTexts()
  if (keys.size === 0 && below === undefined) return null
  return (
    <div className={classes['bar']} data-below={below === undefined ? undefined : ''}>
      <span role="status" className="gv-figures">
        {below?.(keys.size) ?? t('selected', { count: keys.size })}
      </span>
      {actions}
      {keys.size > 0 && (
        <Button variant="subtle" size="xs" onClick={() => onChange(new Set())}>
          {t('clearSelection')}
        </Button>
      )}
    </div>
  )
}
