import { useQuery } from '@tanstack/react-query'
import { getSurveyWork } from '@gensvar/contract/status'
import { useMemo, useState } from 'react'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { CellButton } from '#web/ui/data-table/cell-button.tsx'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useLocalList } from '#web/ui/data-table/use-local-list.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { Places } from './places.tsx'
import type { Step } from './places.tsx'
import { WholePlace } from './whole-place.tsx'
import { useTexts } from './texts.ts'
import classes from './status.module.css'

type Work = Answer<typeof getSurveyWork>
type UnitRow = Work['units'][number]

const states = [0, 1, 2, 3, 4] as const
const keyOf = ({ path }: UnitRow): string => path
const ownOrder = { by: 'unit', desc: false }

/** How things are with a survey: samples by state and unit, and what waits or has failed. */
export function StatusPage() {
  const t = useTexts()
  const text = useLocalText()
  const { survey, startPath } = useSurveyStart()
  const [steps, setSteps] = useState<readonly Step[]>([{ path: startPath, title: null }])
  const { path } = steps.at(-1) ?? { path: startPath }
  const query = useQuery({
    queryKey: ['survey-work', survey.extName, path],
    queryFn: ({ signal }) => call(getSurveyWork, { params: { survey: survey.extName, drillPath: path } }, { signal }),
  })
  return (
    <>
      <h1 className={classes['title']}>{t('title', { survey: text(survey.title) })}</h1>
      <Places steps={steps} onGo={(count) => setSteps(steps.slice(0, count))} />
      <DataState query={query} loading={<Loading height={320} />}>
        {(work) => (
          <>
            <WholePlace work={work} />
            {work.level !== null && (
              <Units
                key={path}
                survey={survey.extName}
                path={path}
                work={work}
                query={query}
                onOpen={({ path: below, title }) => setSteps([...steps, { path: below, title: text(title) }])}
              />
            )}
          </>
        )}
      </DataState>
    </>
  )
}

interface UnitsProps {
  survey: string
  path: string
  work: Work
  query: ReturnType<typeof useQuery<Work>>
  onOpen: (unit: UnitRow) => void
}

/** The units below a place, each with its samples by state. */
function Units({ survey, path, work, query, onOpen }: UnitsProps) {
  const t = useTexts()
  const text = useLocalText()
  const columns = useColumns(work, onOpen)
  const list = useLocalList({
    key: useMemo(() => ['survey-work', survey, path], [survey, path]),
    query,
    rows: work.units,
    columns,
    isPaged: work.units.length > 100,
  })
  const level = work.level === null ? '' : text(work.level)
  return (
    <div>
      <DataTable
        id="survey-work"
        title={t('byUnit', { level })}
        fileName={t('byUnit', { level })}
        list={list}
        columns={columns}
        ownOrder={ownOrder}
        keyOf={keyOf}
        empty={<Empty title={t('none')} />}
      />
    </div>
  )
}

function useColumns({ level }: Work, onOpen: (unit: UnitRow) => void): Column<UnitRow>[] {
  const t = useTexts()
  const app = useAppTexts()
  const format = useFormat()
  const text = useLocalText()
  return useMemo((): Column<UnitRow>[] => {
    const number = (id: string, title: string, shown: (row: UnitRow) => string | null): Column<UnitRow> => ({
      id,
      title,
      sortBy: id,
      descFirst: true,
      align: 'right',
      width: 112,
      text: (row) => shown(row) ?? '',
      fileCell: (row) => {
        const figure = shown(row)
        return figure === null ? '' : { figure }
      },
      cell: (row) => shown(row) ?? <NoValue />,
    })
    return [
      {
        id: 'unit',
        title: level === null ? t('unit') : text(level),
        naming: true,
        sortBy: 'unit',
        width: 200,
        text: ({ title }) => text(title),
        cell: (row) => <CellButton onClick={() => onOpen(row)}>{text(row.title)}</CellButton>,
      },
      ...states.map((state) =>
        number(`state${state}`, app(`sampleState${state}`), ({ states: counts }) => {
          const count = counts[state] ?? null
          return count === null ? null : format.number(count)
        }),
      ),
      number('responseRate', t('responseRate'), ({ responseRate }) =>
        responseRate === null ? null : format.percent(responseRate),
      ),
    ]
  }, [t, app, format, text, level, onOpen])
}
