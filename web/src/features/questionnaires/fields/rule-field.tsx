import { ActionIcon, Button, Checkbox, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useParts } from '../builder-parts.ts'
import { mainText } from '../document/edited-document.ts'
import type { EditedQuestion } from '../document/edited-document.ts'
import { isWhole, readSimple, testsOfType, writeSimple } from '../document/simple-rule.ts'
import type { Condition, SimpleRule, Test } from '../document/simple-rule.ts'
import { useTexts } from '../texts.ts'
import { useNoted } from './field-note.tsx'
import classes from './fields.module.css'

/** Longest rule, in characters, as the contract has it. */
const longestRule = 2000

/** Steps of a scale up to which one is chosen from a list. */
const mostSteps = 21

interface Props {
  /** Path of the question, with its key. */
  path: string
  rule: string
  /** The questions before it. */
  before: readonly EditedQuestion[]
  onChange: (rule: string) => void
}

const words = {
  '<=': 'testAtMost',
  '>=': 'testAtLeast',
  '=': 'testIs',
  '!=': 'testIsNot',
  '<': 'testLess',
  '>': 'testMore',
  in: 'testIn',
  'not in': 'testNotIn',
  answered: 'testAnswered',
  'not answered': 'testNotAnswered',
} as const satisfies Record<Test, string>

/** When a question is asked: always, or by what was answered before it. */
export function RuleField({ path, rule, before, onChange }: Props) {
  const t = useTexts()
  const noted = useNoted()
  const { problemAt } = useParts()
  const own = useId()
  const [unfinished, setUnfinished] = useState<SimpleRule | null>(null)
  const known = before.filter(({ variable }) => variable !== null)
  const typeOf = (variable: string) => known.find((one) => one.variable === variable)?.type ?? null
  const read = readSimple(rule, typeOf)
  const shown = unfinished ?? read
  const [first] = known
  const problem = problemAt(`${path}.showIf`)

  function put(next: SimpleRule): void {
    const text = writeSimple(next)
    if (!next.conditions.every(isWhole) || text.length > longestRule) return setUnfinished(next)
    setUnfinished(null)
    onChange(text)
  }
  const startOf = ({ variable, type }: EditedQuestion): Condition => ({
    variable: variable ?? '',
    test: testsOfType[type][0] ?? 'answered',
    values: [],
  })

  if (shown === null) {
    return (
      <div className={classes['group']}>
        <TextInput
          {...noted(`${path}.showIf`, t('ruleTextHelp'))}
          label={t('ruleText')}
          value={rule}
          maxLength={longestRule}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes['start']}
          onClick={() => put({ join: 'and', conditions: [] })}
        >
          {t('ruleClear')}
        </Button>
      </div>
    )
  }
  const { conditions, join } = shown
  const change = (at: number, condition: Condition) => put({ join, conditions: conditions.with(at, condition) })
  return (
    <div role="group" aria-labelledby={own} className={classes['group']} data-path={`${path}.showIf`}>
      <div id={own} className={classes['legend']}>
        {t('rule')}
      </div>
      {first === undefined && conditions.length === 0 ? (
        <p className={classes['note']}>{t('ruleFirst')}</p>
      ) : (
        <SegmentedControl
          aria-labelledby={own}
          className={classes['start']}
          value={conditions.length === 0 ? 'always' : 'rule'}
          onChange={(value) =>
            put({ join: 'and', conditions: value === 'rule' && first !== undefined ? [startOf(first)] : [] })
          }
          data={[
            { value: 'always', label: t('ruleAlways') },
            { value: 'rule', label: t('ruleOnly') },
          ]}
        />
      )}
      {conditions.length > 1 && (
        <NativeSelect
          aria-label={t('ruleJoin')}
          value={join}
          onChange={({ currentTarget }) => put({ join: currentTarget.value === 'or' ? 'or' : 'and', conditions })}
          data={[
            { value: 'and', label: t('ruleAll') },
            { value: 'or', label: t('ruleAny') },
          ]}
        />
      )}
      {conditions.map((condition, at) => (
        <ConditionFields
          // Conditions have no identity of their own but their position.
          key={at}
          at={at}
          condition={condition}
          known={known}
          onChange={(next) => change(at, next)}
          onVariable={(question) => change(at, startOf(question))}
          onRemove={() => put({ join, conditions: conditions.toSpliced(at, 1) })}
        />
      ))}
      {conditions.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes['start']}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          disabled={first === undefined || conditions.length >= 10}
          onClick={() => first !== undefined && put({ join, conditions: [...conditions, startOf(first)] })}
        >
          {t('ruleAdd')}
        </Button>
      )}
      {unfinished !== null && <p className={classes['note']}>{t('ruleUnfinished')}</p>}
      {problem !== undefined && (
        <p className={problem.severity === 'error' ? classes['wrong'] : classes['hint']}>{problem.message}</p>
      )}
    </div>
  )
}

interface ConditionProps {
  at: number
  condition: Condition
  known: readonly EditedQuestion[]
  onChange: (condition: Condition) => void
  onVariable: (question: EditedQuestion) => void
  onRemove: () => void
}

function ConditionFields({ at, condition, known, onChange, onVariable, onRemove }: ConditionProps) {
  const t = useTexts()
  const app = useAppTexts()
  const { keeper } = useParts()
  const question = known.find(({ variable }) => variable === condition.variable)
  const name = t('condition', { place: at + 1 })
  return (
    <div className={classes['condition']} role="group" aria-label={name}>
      <NativeSelect
        aria-label={t('ruleQuestion')}
        className={classes['grow']}
        value={condition.variable}
        onChange={({ currentTarget }) => {
          const next = known.find(({ variable }) => variable === currentTarget.value)
          if (next !== undefined) onVariable(next)
        }}
        data={known.map(({ variable, wording }) => ({
          value: variable ?? '',
          label: mainText(keeper.value, wording) || (variable ?? ''),
        }))}
      />
      <NativeSelect
        aria-label={t('ruleTest')}
        value={condition.test}
        onChange={({ currentTarget }) => {
          const tests = testsOfType[question?.type ?? 'text']
          const test = tests.find((one) => one === currentTarget.value) ?? 'answered'
          const isBare = test === 'answered' || test === 'not answered'
          onChange({ ...condition, test, values: isBare ? [] : condition.values })
        }}
        data={testsOfType[question?.type ?? 'text'].map((test) => ({ value: test, label: t(words[test]) }))}
      />
      {question !== undefined && <ValueField condition={condition} question={question} onChange={onChange} />}
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={app('removeNamed', { name })} onClick={onRemove}>
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

interface ValueProps {
  condition: Condition
  question: EditedQuestion
  onChange: (condition: Condition) => void
}

/** With what an answer is compared: a step, a number, a date, or choices. */
function ValueField({ condition, question, onChange }: ValueProps) {
  const t = useTexts()
  const { keeper } = useParts()
  const { test, values } = condition
  if (test === 'answered' || test === 'not answered') return null
  if (test === 'in' || test === 'not in') {
    return (
      <Checkbox.Group
        className={classes['values']}
        aria-label={t('ruleValue')}
        value={[...values]}
        onChange={(next) => onChange({ ...condition, values: next })}
      >
        {question.choices
          .filter(({ extName }) => extName !== null)
          .map(({ key, extName, title }) => (
            <Checkbox key={key} value={extName ?? ''} label={mainText(keeper.value, title) || (extName ?? '')} />
          ))}
      </Checkbox.Group>
    )
  }
  const put = (value: string) => onChange({ ...condition, values: [value] })
  const { scale } = question
  if (scale !== null && scale.max - scale.min < mostSteps && scale.max > scale.min) {
    const steps = Array.from({ length: scale.max - scale.min + 1 }, (_, step) => String(scale.min + step))
    return (
      <NativeSelect
        aria-label={t('ruleValue')}
        value={values[0] ?? ''}
        onChange={({ currentTarget }) => put(currentTarget.value)}
        data={[...(values[0] === undefined ? [{ value: '', label: '–' }] : []), ...steps]}
      />
    )
  }
  return (
    <TextInput
      aria-label={t('ruleValue')}
      type={question.type === 'date' ? 'date' : 'number'}
      value={values[0] ?? ''}
      onChange={({ currentTarget }) => put(currentTarget.value)}
    />
  )
}
