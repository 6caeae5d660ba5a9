import { useQuery } from '@tanstack/react-query'
import { surveyFlagFields } from '@gensvar/contract/roles'
import type { getRoleMatrix } from '@gensvar/contract/roles'
import type { ReactNode } from 'react'
import type { Answer } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { Card } from '#web/ui/card.tsx'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { matrixQuery } from './queries.ts'
import { useTexts } from './texts.ts'
import classes from './roles.module.css'

type Matrix = Answer<typeof getRoleMatrix>
type Cell = Matrix['flags'][number]['cell']
type Survey = Matrix['surveys'][number]

/** What a stored role can do: its rights by survey, with those that a parent withholds. */
export function RoleMatrix({ survey, roleId }: { survey: string; roleId: number }) {
  const t = useTexts()
  const query = useQuery({ ...matrixQuery(survey, roleId), enabled: roleId > 0 })
  return (
    <Card title={t('matrix')} subtitle={roleId > 0 ? t('matrixText') : undefined}>
      {roleId > 0 ? (
        <DataState query={query} height={240}>
          {(matrix) => <Tables matrix={matrix} />}
        </DataState>
      ) : (
        <p className={classes['help']}>{t('matrixAfterSave')}</p>
      )}
    </Card>
  )
}

interface Line {
  right: string
  title: string
  inSurvey: (survey: Survey) => ReactNode
}

function Tables({ matrix }: { matrix: Matrix }) {
  const t = useTexts()
  const words = useLocalText()
  const lines: Line[] = [
    { right: 'access', title: t('access'), inSurvey: ({ access }) => <Has cell={access} /> },
    ...surveyFlagFields.map((right) => ({
      right,
      title: t(right),
      inSurvey: ({ rights }: Survey) => <Has cell={rights.find((one) => one.right === right)?.cell} />,
    })),
    {
      right: 'views',
      title: t('views'),
      inSurvey: ({ views }) => (views === null ? t('allViews') : views.map((title) => words(title)).join(', ') || '–'),
    },
    {
      right: 'anchors',
      title: t('places'),
      inSurvey: ({ anchors }) => (anchors === null ? t('allViews') : anchors === 0 ? '–' : anchors),
    },
  ]
  return (
    <div className={classes['screen']}>
      <PlainTable
        label={t('everywhere')}
        rows={matrix.flags}
        keyOf={({ right }) => right}
        columns={[
          { id: 'right', title: t('right'), naming: true, width: 240, cell: ({ right }) => t(`roleFlag-${right}`) },
          { id: 'everywhere', title: t('everywhere'), width: 160, cell: ({ cell }) => <Has cell={cell} /> },
        ]}
        isWide
      />
      {matrix.surveys.length > 0 && (
        <PlainTable
          label={t('inSurvey')}
          rows={lines}
          keyOf={({ right }) => right}
          columns={[
            { id: 'right', title: t('right'), naming: true, width: 240, cell: ({ title }) => title },
            ...matrix.surveys.map((survey) => ({
              id: survey.extName,
              title: words(survey.title),
              width: 160,
              cell: ({ inSurvey }: Line) => inSurvey(survey),
            })),
          ]}
          isWide
        />
      )}
    </div>
  )
}

/** A right that the role has, one that a parent withholds with its name, or a dash. */
function Has({ cell }: { cell: Cell | undefined }) {
  const t = useTexts()
  if (cell === undefined || cell.state === 'none') return <span className={classes['quiet']}>–</span>
  if (cell.state === 'role') return <span>{t('yes')}</span>
  return <span className={classes['withheld']}>{t('withheldBy', { name: cell.by ?? '' })}</span>
}
