import { useMemo, useState } from 'react'
import type { Key } from 'react'
import { longNames, longTitle } from '@gensvar/contract/widgets/example-states/words'
import { ApiError } from '#web/lib/api-error.ts'
import { paths } from '#web/paths.ts'
import { Chip } from '#web/ui/chip.tsx'
import { CellButton } from '#web/ui/data-table/cell-button.tsx'
import type { Column, LeadColumn, PlainColumn } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import type { ListAnswer } from '#web/ui/data-table/use-list.ts'
import { Empty, NoAccess } from '#web/ui/states/states.tsx'
import { Shown } from './shown.tsx'

interface Unit {
  id: number
  name: string
  score: number
  isLocked: boolean
}

const names = ['Oslo', 'Göteborg', 'Helsinki', 'København', ...longNames]

const units = (count: number): Unit[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `${names[id % names.length]} ${id + 1}`,
    score: 90 - (id % 60),
    isLocked: id % 5 === 4,
  }))

const nothing = () => undefined

const columns: Column<Unit>[] = [
  { id: 'name', title: 'Unit', naming: true, sortBy: 'name', text: ({ name }) => name, cell: ({ name }) => name },
  {
    id: 'score',
    title: 'CSI',
    help: 'The mean of three questions, 0-100',
    align: 'right',
    sortBy: 'score',
    descFirst: true,
    text: ({ score }) => String(score),
    cell: ({ score }) => <Chip tone={score > 60 ? 'positive' : 'negative'}>{score}</Chip>,
  },
  {
    id: 'details',
    title: longTitle,
    text: ({ id }) => `${id} answers`,
    cell: ({ id }) => <CellButton onClick={nothing}>{id} answers</CellButton>,
  },
  { id: 'extra', title: 'Number', extra: true, text: ({ id }) => String(id), cell: ({ id }) => id },
]

const suggest = { key: ['gallery'], load: () => Promise.resolve(names) }

const lead: LeadColumn<Unit> = { title: 'Rank', short: '#', text: ({ id }) => String(id + 1) }

const lines: PlainColumn<Unit>[] = [
  { id: 'name', title: 'Question', naming: true, cell: ({ name }) => name },
  { id: 'score', title: 'January to March 2026', align: 'right', width: 84, cell: ({ score }) => score },
  { id: 'state', title: 'State', isTitleHidden: true, align: 'center', cell: ({ score }) => (score > 88 ? '✓' : '✗') },
]

interface Props {
  id: string
  load: () => Promise<ListAnswer<Unit>>
  isPaged?: boolean
  isRefused?: boolean
  isSelectable?: boolean
  /** A bar stands below the rows, and the filter has suggestions. */
  isBelow?: boolean
}

function List({ id, load, isPaged = false, isRefused = false, isSelectable = false, isBelow = false }: Props) {
  const [keys, setKeys] = useState<ReadonlySet<Key>>(new Set([1, 2]))
  const selection = useMemo(() => ({ keys, onChange: setKeys, actions: null }), [keys])
  const key = useMemo(() => ['gallery', id], [id])
  const list = useList({ key, load, isPaged })
  return (
    <DataTable
      id={id}
      title={id}
      list={list}
      columns={columns}
      lead={lead}
      selection={isSelectable ? selection : undefined}
      suggest={isBelow ? suggest : undefined}
      foot={isBelow ? '4 units here' : undefined}
      ownOrder={{ by: 'score', desc: true }}
      total={{ id: 0, name: '', score: 74, isLocked: false }}
      empty={<Empty title="No units yet" />}
      refusal={isRefused ? <NoAccess /> : undefined}
      keyOf={(unit) => unit.id}
      hrefOf={(unit) => (unit.isLocked ? null : paths.responsive({ part: 'tables' }))}
      lockOf={(unit) => (unit.isLocked ? 'You do not have access to this unit' : null)}
      leadsDown={(unit) => unit.id % 2 === 0}
    />
  )
}

const answer =
  (count: number, total = count) =>
  () =>
    Promise.resolve({ rows: units(count), total })
const fails = () => Promise.reject(new ApiError('internal', '', { requestId: 'a1b2c3d4' }))
const loads = () => new Promise<never>(nothing)

/** Tables with tools in each of their states, and tables that are only read. */
export function TablesSection() {
  return (
    <>
      <Shown name="DataTable" isBlock>
        <List id="In pages" load={answer(25, 120)} isPaged />
        <List id="As a whole" load={answer(12)} />
        <List id="With a selection" load={answer(4)} isSelectable />
        <List id="With a bar below and suggestions" load={answer(4)} isSelectable isBelow />
        <List id="Loading" load={loads} />
        <List id="Empty" load={answer(0)} />
        <List id="Failed" load={fails} />
        <List id="No access" load={answer(1)} isRefused />
      </Shown>
      <Shown name="PlainTable" isBlock>
        <PlainTable label="Plain" columns={lines} rows={units(3)} keyOf={({ id }) => id} />
        <PlainTable
          isWide
          label="In groups"
          columns={lines}
          rows={units(7)}
          keyOf={({ id }) => id}
          levelOf={({ id }) => (id % 3 === 0 ? 'over' : 'under')}
        />
      </Shown>
    </>
  )
}
