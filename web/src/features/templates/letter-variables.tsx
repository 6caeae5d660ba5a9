import type { getLetterHelp } from '@gensvar/contract/letters'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#web/api.ts'
import { useDrillPath } from '#web/lib/place.ts'
import { Card } from '#web/ui/card.tsx'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { useTexts as useLetterTexts } from '#web/ui/pdf-view/texts.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { letterHelpQuery } from './queries.ts'

type Row = Answer<typeof getLetterHelp>['variableRows'][number]

/** What a letter can be filled with, with the values of somebody at the place as examples. */
export function LetterVariables({ survey }: { survey: string }) {
  const l = useLetterTexts()
  const query = useQuery(letterHelpQuery(survey, useDrillPath()))
  const columns: PlainColumn<Row>[] = [
    { id: 'group', title: l('group'), cell: ({ group }) => group },
    { id: 'name', title: l('name'), naming: true, cell: ({ name }) => name },
    { id: 'variable', title: l('variable'), cell: ({ variable }) => <code>{variable}</code> },
    { id: 'value', title: l('value'), cell: ({ value }) => value },
  ]
  return (
    <Card title={l('variables')}>
      <DataState query={query} height={320}>
        {({ variableRows }) => (
          <PlainTable
            label={l('variables')}
            columns={columns}
            rows={variableRows}
            keyOf={({ variable }) => variable}
            isWide
          />
        )}
      </DataState>
    </Card>
  )
}
