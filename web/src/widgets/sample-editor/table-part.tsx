import type { EditorComponentData } from '@gensvar/contract/entities/sample-editor'
import { useLocalText } from '#web/lib/local-text.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import type { PartOf } from './part-types.ts'
import classes from './sample-editor.module.css'
import { Section } from './section.tsx'
import { useTexts } from './texts.ts'

type Row = NonNullable<EditorComponentData['table']>['rows'][number]

/** A table of records that belong to the sample. */
export function TablePart({ part: { componentDef: def, table } }: { part: PartOf<'table'> }) {
  const t = useTexts()
  const text = useLocalText()
  if (table === undefined) return null
  const title = text(table.title) || text(def.title) || def.tableName
  return (
    <Section title={title}>
      {table.rows.length === 0 ? (
        <p className={classes['quiet']}>{t('noRows')}</p>
      ) : (
        <PlainTable<Row>
          isWide
          label={title}
          rows={table.rows}
          // Rows have no key and never change their order.
          keyOf={(_row, at) => at}
          columns={table.columns.map((column, at) => ({
            id: column.extname,
            title: text(column.title) || column.extname,
            align: column.rightAlign ? 'right' : 'left',
            cell: (row) => row.cells[at] || <NoValue />,
          }))}
        />
      )}
    </Section>
  )
}
