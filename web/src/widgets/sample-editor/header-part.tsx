import { useLocalText } from '#web/lib/local-text.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import type { PartOf } from './part-types.ts'
import classes from './sample-editor.module.css'

/** The answers that matter most: the main one large, the others beside it. */
export function HeaderPart({ part: { header } }: { part: PartOf<'header'> }) {
  const text = useLocalText()
  if (header === undefined) return null
  const { main, highlighted } = header
  return (
    <dl className={classes['header']}>
      {main !== null && (
        <div className={classes['main']}>
          <dt>{text(main.label)}</dt>
          <dd>{main.value || <NoValue />}</dd>
        </div>
      )}
      {highlighted.map(({ label, value }, at) => (
        // Two answers can have the same label.
        <div key={at}>
          <dt>{text(label)}</dt>
          <dd>{value || <NoValue />}</dd>
        </div>
      ))}
    </dl>
  )
}
