import { Alert, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { computeWeights } from '@gensvar/contract/weights'
import type { SurveyWeights } from '@gensvar/contract/weights'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { notifyError } from '#web/ui/notify.tsx'
import { WorkProgress } from '#web/ui/work-progress.tsx'
import { weightsKey } from './query.ts'
import { useTexts } from './texts.ts'
import classes from './weights.module.css'

type WeightedQuestion = SurveyWeights['questions'][number]
type WeightedValue = WeightedQuestion['values'][number]

interface Props {
  survey: string
  weights: SurveyWeights
}

/** What answers are weighted to, how the weights are spread, what went wrong, and who may has them computed now. */
export function WeightsView({ survey, weights }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { state, isOld, computedAt, failure, progress, canCompute } = weights
  return (
    <div className={classes['view']}>
      <p>{t(state === 'weighted' ? 'weighted' : 'waiting')}</p>
      {failure !== null && (
        <Alert color="red" title={t('failed', { moment: format.moment(failure.at) })}>
          {text(failure.words)} {t(state === 'weighted' ? 'failedBefore' : 'failedNone')}
        </Alert>
      )}
      {isOld && failure === null && <p className="gv-quiet">{t('old')}</p>}
      <Spread weights={weights} />
      {weights.questions.map((question) => (
        <QuestionShares key={question.variable} question={question} />
      ))}
      {computedAt !== null && (
        <p className="gv-quiet">
          {t('computedAt', { moment: format.moment(computedAt) })} {t('later')}
        </p>
      )}
      {progress === null ? (
        canCompute && <ComputeButton survey={survey} />
      ) : (
        <WorkProgress
          text={t('computing')}
          label={t('computing')}
          done={progress}
          total={progress === 0 ? null : 100}
        />
      )}
    </div>
  )
}

function ComputeButton({ survey }: { survey: string }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const compute = useMutation({
    mutationFn: () => call(computeWeights, { params: { survey }, body: {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: weightsKey(survey) }),
    onError: notifyError,
  })
  return (
    <Button variant="default" size="xs" loading={compute.isPending} onClick={() => compute.mutate()}>
      {t('compute')}
    </Button>
  )
}

function Spread({ weights: { spread, limits } }: { weights: SurveyWeights }) {
  const t = useTexts()
  const format = useFormat()
  if (spread === null) return null
  const { n, effectiveN, designEffect, least, most, limited } = spread
  const facts: [name: string, value: string][] = [
    [t('n'), format.number(n)],
    [t('effectiveN'), format.number(Math.round(effectiveN))],
    [t('designEffect'), format.number(designEffect, 2)],
    [t('least'), format.number(least, 2)],
    [t('most'), format.number(most, 2)],
  ]
  return (
    <>
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {limits !== null && limited > 0 && (
        <p>
          {t('limited', {
            n: format.number(limited),
            least: format.number(limits.least, 2),
            most: format.number(limits.most, 2),
          })}
        </p>
      )}
    </>
  )
}

function QuestionShares({ question }: { question: WeightedQuestion }) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const percent = (share: number | null) => (share === null ? <NoValue /> : format.number(share, 1))
  const isSpreadKnown = question.values.some(({ before }) => before !== null)
  const columns: PlainColumn<WeightedValue>[] = [
    { id: 'value', title: text(question.title), naming: true, cell: ({ title }) => text(title) },
    { id: 'known', title: t('known'), align: 'right', cell: ({ known }) => percent(known) },
    ...(isSpreadKnown
      ? ([
          { id: 'before', title: t('before'), align: 'right', cell: ({ before }) => percent(before) },
          { id: 'after', title: t('after'), align: 'right', cell: ({ after }) => percent(after) },
        ] satisfies PlainColumn<WeightedValue>[])
      : []),
  ]
  return (
    <div>
      <PlainTable
        isWide
        label={t('sharesOf', { question: text(question.title) })}
        columns={columns}
        rows={question.values}
        keyOf={({ name }) => name}
      />
      {question.unknown !== null && question.unknown > 0 && (
        <p className="gv-quiet">{t('unknown', { n: format.number(question.unknown) })}</p>
      )}
    </div>
  )
}
