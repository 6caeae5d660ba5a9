import { MantineProvider } from '@mantine/core'
import { screen, within } from '@testing-library/dom'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { endApp } from '#web/testing/render-app.tsx'
import { render } from '#web/testing/render.tsx'
import type { PlainColumn } from './columns.ts'
import { PlainTable } from './plain-table.tsx'

afterEach(endApp)

interface Line {
  name: string
  figure: number
  sums: boolean
}

const lines: Line[] = [
  { name: 'Staff', figure: 8, sums: true },
  { name: 'Helpful', figure: 7, sums: false },
]
const columns: PlainColumn<Line>[] = [
  { id: 'name', title: 'Question', naming: true, cell: (line) => line.name },
  { id: 'figure', title: 'Answer', align: 'right', cell: (line) => line.figure },
  { id: 'mark', title: 'Standing', isTitleHidden: true, cell: () => '☺' },
]

test('names its rows, says its headings, sets sums apart and scrolls when it is wide', async () => {
  await page.viewport(390, 800)
  render(
    <MantineProvider>
      <div style={{ width: 120 }}>
        <PlainTable
          isWide
          label="Answers"
          columns={columns}
          rows={lines}
          keyOf={(line) => line.name}
          levelOf={(line) => (line.sums ? 'over' : 'under')}
        />
      </div>
    </MantineProvider>,
  )
  const table = screen.getByRole('table', { name: 'Answers' })
  expect(within(table).getByRole('columnheader', { name: 'Standing' })).toBeInTheDocument()
  expect(within(table).getByRole('row', { name: 'Helpful 7 ☺' })).toBeVisible()
  const [staff, helpful] = within(table).getAllByRole('rowheader')
  expect(getComputedStyle(staff!).fontWeight).toBe('600')
  expect(getComputedStyle(helpful!).paddingLeft).toBe('24px')
  const region = screen.getByRole('region', { name: 'Answers' })
  expect(region.scrollWidth).toBeGreaterThan(region.clientWidth)
  expect(region).toHaveAttribute('tabindex', '0')
})
