import { Button } from '@mantine/core'
import { IconBulb, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Action, ActionEffect } from '@gensvar/contract/entities/actions'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import { ScoreBar } from '#web/widgets/variable-block/score-bar.tsx'
import { ActionStateBadge } from './action-state-badge.tsx'
import classes from './action-row.module.css'
import { useTexts } from './texts.ts'
import { useDaysText } from './use-days-text.ts'
import { useDeadlineText } from './use-deadline-text.ts'
import { Verdict } from './verdict.tsx'

interface Props {
  action: Action
  /** Opens the action; without it the row only tells about it. */
  onOpen: (() => void) | null
  /** Without what only the whole list has room for. */
  isCompact?: boolean
}

/** An action in a list: what is to move where until when, and of a closed one what it changed. */
export function ActionRow({ action, onOpen, isCompact = false }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const deadlineText = useDeadlineText()
  const filters = text(action.filterText)
  return (
    <Row action={action} onOpen={onOpen} badge={<ActionStateBadge action={action} />}>
      <Line
        parts={[
          text(action.kindText),
          deadlineText(action),
          action.responsibleName || action.responsible || t('nobody'),
        ]}
      />
      {!isCompact && filters !== '' && <Line parts={[filters]} isQuiet />}
      {!isCompact && action.effect !== null && <EffectDetails effect={action.effect} />}
      {!isCompact && action.notice !== null && (
        <p className={classes['notice']}>
          <IconInfoCircle size={16} stroke={1.75} aria-hidden="true" /> {text(action.notice)}
        </p>
      )}
    </Row>
  )
}

/** A suggested action with its reason, and the button that begins it where the reader may. */
export function SuggestionRow({ action, onOpen }: Props) {
  const t = useTexts()
  const text = useLocalText()
  return (
    <Row
      action={action}
      onOpen={null}
      button={
        onOpen && (
          <Button
            variant="default"
            size="xs"
            aria-haspopup="dialog"
            aria-label={t('acceptNamed', { title: text(action.variableText) })}
            onClick={onOpen}
          >
            {t('accept')}
          </Button>
        )
      }
    >
      {action.reason !== null && (
        <p className={classes['notice']}>
          <IconBulb size={16} stroke={1.75} aria-hidden="true" /> {text(action.reason)}
        </p>
      )}
    </Row>
  )
}

interface RowProps extends Pick<Props, 'action' | 'onOpen'> {
  badge?: ReactNode
  button?: ReactNode
  children: ReactNode
}

function Row({ action, onOpen, badge, button, children }: RowProps) {
  const text = useLocalText()
  const title = text(action.variableText) || action.extname
  return (
    <li className={classes['row']} data-opens={onOpen !== null || undefined}>
      <div className={classes['what']}>
        <div className={classes['head']}>
          {onOpen === null ? (
            <span className={classes['title']}>{title}</span>
          ) : (
            <button type="button" className={classes['title']} aria-haspopup="dialog" onClick={onOpen}>
              {title}
            </button>
          )}
          {badge}
        </div>
        {children}
      </div>
      <div className={classes['side']}>
        <Score action={action} />
        {button}
      </div>
    </li>
  )
}

function Line({ parts, isQuiet = false }: { parts: readonly string[]; isQuiet?: boolean }) {
  const shown = parts.filter((part) => part !== '')
  return (
    <p className={classes['line']} data-quiet={isQuiet || undefined}>
      {shown.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </p>
  )
}

/** Whether a closed action met its goal; nothing is said of an open one, which has time left. */
const metBy = { 0: null, 1: true, 2: false } as const

/** The value and the days it is of, with the goal, where it began, and a bar of them where the item has a scale. */
function Score({ action }: { action: Action }) {
  const t = useTexts()
  const text = useLocalText()
  const days = useDaysText()(action)
  const { varData, endValueText, goalText, formattedBaseline, state } = action
  return (
    <div className={classes['score']}>
      <p className={classes['figures']}>
        <span className={classes['value']}>
          {endValueText === '' ? <NoValue why={text(action.notice)} /> : endValueText}
        </span>
        {goalText !== '' && <span>{t('goal', { goal: goalText })}</span>}
        {formattedBaseline !== null && (
          <span className={classes['quiet']}>{t('baseline', { value: formattedBaseline })}</span>
        )}
      </p>
      {/* They are the action's own, and not those of the page around it. */}
      {endValueText !== '' && days !== '' && <p className={classes['days']}>{days}</p>}
      <ScoreBar variable={{ ...varData, hideProgressBar: false, goalStatus: metBy[state] }} />
    </div>
  )
}

/** What an action changed, with the numbers of answers behind it. */
export function EffectDetails({ effect }: { effect: ActionEffect }) {
  const t = useTexts()
  const format = useFormat()
  const { nBefore, nAfter, comparable, comparableBefore, comparableAfter } = effect
  return (
    <div className={classes['effect']}>
      <Verdict verdict={effect.verdict} said={effect.text} />
      {nBefore !== null && nAfter !== null && (
        <p className={classes['line']} data-quiet>
          <span>{t('answersHere', { before: format.number(nBefore), after: format.number(nAfter) })}</span>
          {comparable > 0 && (
            <span>
              {t('answersThere', { before: format.number(comparableBefore), after: format.number(comparableAfter) })}
            </span>
          )}
        </p>
      )}
    </div>
  )
}
