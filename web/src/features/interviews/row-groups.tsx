import type { tableGroup } from '@gensvar/contract/entities/interview'
import type { z } from 'zod'
import { useLocalText } from '#web/lib/local-text.ts'
import { Card } from '#web/ui/card.tsx'
import classes from './interview.module.css'

/** Rows that belong to the interview, a card per table. */
export function RowGroups({ groups }: { groups: readonly z.output<typeof tableGroup>[] }) {
  const text = useLocalText()
  return groups.map((group) => (
    <Card key={text(group.title)} title={text(group.title)}>
      <div className={classes['wide']} tabIndex={0} role="region" aria-label={text(group.title)}>
        <table className={classes['table']} aria-label={text(group.title)}>
          <thead>
            <tr>
              {group.columns.map((column) => (
                <th key={text(column)} scope="col">
                  {text(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {group.rows.map((row, at) => (
              // Rows have no name of their own and never change places.
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  ))
}
