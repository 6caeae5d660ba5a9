import { Button } from '@mantine/core'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import { EffectDetails } from '#web/widgets/action-manager/action-row.tsx'
import { ActionStateBadge } from '#web/widgets/action-manager/action-state-badge.tsx'
import { ActionChart } from './action-chart.tsx'
import type { DialogWidth } from './action-chart.tsx'
import classes from './action-dialog.module.css'
import type { ActionDialogProps } from './action-props.ts'
import { ActionHistory } from './action-history.tsx'
import { placeOf } from './action-query.ts'
import type { ActionData } from './action-query.ts'
import { EffectivePeriod } from './effective-period.tsx'
import { PlaceLine, Remark } from './head-lines.tsx'
import { useTexts } from './texts.ts'

interface Props {
  data: ActionData
  opened: ActionDialogProps
  width: DialogWidth
  onClose: () => void
}

/** An action that is closed, or that the reader may not change: what was done, how it went and what it changed. */
export function ReadAction({ data, opened, width, onClose }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const text = useLocalText()
  const { updateData: action, actionableItems } = data
  const item = actionableItems.find(({ extname }) => extname === action.extname)
  return (
    <div className={classes['read']}>
      <div>
        <div className={classes['bar']}>
          <h3 className={classes['title']}>{text(action.variableText) || action.extname}</h3>
          <ActionStateBadge action={action} />
        </div>
        <PlaceLine action={action} />
      </div>
      {action.notice !== null && <Remark>{text(action.notice)}</Remark>}
      {action.state === 0 ? <p className={classes['quiet']}>{t('readOnly')}</p> : <Outcome data={data} />}
      <Figures data={data} />
      {action.effect !== null && (
        <section className={classes['part']} aria-label={t('whatChanged')}>
          <h4 className={classes['heading']}>{t('whatChanged')}</h4>
          <EffectDetails effect={action.effect} />
        </section>
      )}
      <Facts data={data} survey={opened.survey} />
      <ActionChart
        place={placeOf(opened, action)}
        expression={item?.expression ?? ''}
        title={text(item?.title)}
        goal={action.goal}
        from={action.periodStartDate}
        deadline={action.deadline}
        width={width}
      />
      <ActionHistory comments={action.commentsList} />
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose}>
          {app('close')}
        </Button>
      </div>
    </div>
  )
}

/** How a closed action ended, in a sentence. */
function Outcome({ data: { updateData: action } }: Pick<Props, 'data'>) {
  const t = useTexts()
  const { endValueText: value, goalText: goal, state } = action
  if (value === '') return <p className={classes['outcome']}>{t('endedUnmeasured')}</p>
  return <p className={classes['outcome']}>{t(state === 1 ? 'goalMet' : 'goalMissed', { value, goal })}</p>
}

/** Where it began, where it is or ended, and where it was to be. */
function Figures({ data: { updateData: action } }: Pick<Props, 'data'>) {
  const t = useTexts()
  const text = useLocalText()
  const { formattedBaseline, endValueText, goalText, state } = action
  return (
    <dl className={classes['figures']}>
      <div>
        <dt>{t('baseline')}</dt>
        <dd>{formattedBaseline ?? <NoValue why={t('noBaseline')} />}</dd>
      </div>
      <div data-main>
        <dt>{t(state === 0 ? 'currentValue' : 'endValue')}</dt>
        <dd>{endValueText === '' ? <NoValue why={text(action.notice)} /> : endValueText}</dd>
      </div>
      <div>
        <dt>{t('goal')}</dt>
        <dd>{goalText === '' ? <NoValue /> : goalText}</dd>
      </div>
    </dl>
  )
}

function Facts({ data: { updateData: action, kinds }, survey }: Pick<Props, 'data'> & { survey: string }) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { periodStartDate: from, deadline } = action
  const kind = kinds.find(({ extname }) => extname === action.kind)
  return (
    <div>
      <dl className={classes['facts']}>
        <div>
          <dt>{t('fromDate')}</dt>
          <dd>{from === null ? <NoValue /> : format.date(from)}</dd>
        </div>
        <div>
          <dt>{t('deadline')}</dt>
          <dd>{deadline === null ? <NoValue /> : format.date(deadline)}</dd>
        </div>
        <div>
          <dt>{t('period')}</dt>
          <dd>{text(action.periodText) || <NoValue />}</dd>
        </div>
        <div>
          <dt>{t('responsible')}</dt>
          <dd>{action.responsibleName || action.responsible || t('nobody')}</dd>
        </div>
        {action.kind !== null && (
          <div>
            <dt>{t('kind')}</dt>
            <dd>{text(kind?.title) || action.kind}</dd>
          </div>
        )}
      </dl>
      <EffectivePeriod survey={survey} period={action.period} deadline={deadline} />
    </div>
  )
}
