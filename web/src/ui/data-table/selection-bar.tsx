import { Button } from '@mantine/core'
import type { Selection } from './columns.ts'
import classes from './selection.module.css'
import { useTexts } from './texts.ts'

/** How many rows are selected, on all pages, and what can be done with them. */
export function SelectionBar({ selection: { keys, onChange, actions } }: { selection: Selection }) {
  const t = useTexts()
  if (keys.size === 0) return null
  return (
    <div className={classes['bar']}>
      <span role="status" className="gv-figures">
        {t('selected', { count: keys.size })}
      </span>
      {actions}
      <Button variant="subtle" size="xs" onClick={() => onChange(new Set())}>
        {t('clearSelection')}
      </Button>
    </div>
  )
}
