import type { tableGroup } from '@gensvar/contract/entities/interview'
import type { z } from 'zod'
import { useLocalText } from '#web/lib/local-text.ts'
import { Card } from '#web/ui/card.tsx'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { NoValue } from '#web/ui/no-value.tsx'

type Group = z.output<typeof tableGroup>

/** Rows that belong to the interview, a card per table. */
export function RowGroups({ groups }: { groups: readonly Group[] }) {
  const text = useLocalText()
  return groups.map((group) => (
    <Card key={text(group.title)} title={text(group.title)}>
      <PlainTable<Group['rows'][number]>
        isWide
        label={text(group.title)}
        rows={group.rows}
        // Rows have no key and never change their order.
        keyOf={(_row, at) => at}
        columns={group.columns.map((column, at) => ({
          id: String(at),
          title: text(column),
          cell: (row) => row[at] || <NoValue />,
        }))}
      />
    </Card>
  ))
}
