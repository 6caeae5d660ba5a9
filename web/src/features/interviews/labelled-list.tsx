import type { labelledValue } from '@gensvar/contract/entities/interview'
import type { z } from 'zod'
import { useLocalText } from '#web/lib/local-text.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import classes from './interview.module.css'

/** Answers with their labels, and the stored values if the survey shows them. */
export function LabelledList({ fields }: { fields: readonly z.output<typeof labelledValue>[] }) {
  const text = useLocalText()
  return (
    <dl className={classes['fields']}>
      {fields.map((field) => (
        <div key={text(field.label)} className={classes['field']}>
          <dt>{text(field.label)}</dt>
          <dd>
            {field.value || <NoValue />}
            {field.internalValue !== undefined && <code className={classes['internal']}>{field.internalValue}</code>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
