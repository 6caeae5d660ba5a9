import { Children, useId } from 'react'
import type { CSSProperties, PropsWithChildren } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import type { PartOf } from './part-types.ts'
import classes from './sample-editor.module.css'

/** Parts in columns of the widths configured; the widths start again with each row. */
export function GroupPart({ part: { componentDef: def }, children }: PropsWithChildren<{ part: PartOf<'group'> }>) {
  const text = useLocalText()
  const id = useId()
  const title = text(def.title)
  return (
    <div {...(title !== '' && { role: 'group', 'aria-labelledby': id })}>
      {title !== '' && (
        <h3 id={id} className={classes['heading']}>
          {title}
        </h3>
      )}
      <div className={classes['group']} data-justify={def.justify}>
        {Children.map(children, (cell, at) => (
          <div
            className={classes['cell']}
            style={{ '--width': def.columns[at % def.columns.length] ?? 12 } as CSSProperties}
          >
            {cell}
          </div>
        ))}
      </div>
    </div>
  )
}
