import { NativeSelect, Switch } from '@mantine/core'
import { questionTypes } from '@gensvar/contract/entities/metadata'
import { useStore } from '#web/lib/store.ts'
import { Card } from '#web/ui/card.tsx'
import { useParts } from './builder-parts.ts'
import { changeQuestion, hasChoices, withType } from './document/edits.ts'
import type { EditedQuestion } from './document/edited-document.ts'
import { ChoicesField } from './fields/choices-field.tsx'
import { useNoted } from './fields/field-note.tsx'
import { RuleField } from './fields/rule-field.tsx'
import { ScaleFields } from './fields/scale-fields.tsx'
import { TextPair } from './fields/text-pair.tsx'
import { useTexts } from './texts.ts'
import { useTypeNames } from './use-type-names.ts'
import classes from './fields/fields.module.css'

const none: readonly EditedQuestion[] = []

/** Everything about one question. */
export function QuestionForm({ question: shown }: { question: string }) {
  const t = useTexts()
  const { keeper } = useParts()
  const questions = useStore(keeper.typed, ({ value }) => value.questions)
  const at = questions.findIndex(({ key }) => key === shown)
  const question = questions[at]
  if (question === undefined) return null
  return (
    <Card title={t('questionAt', { place: at + 1 })}>
      <Fields
        key={question.key}
        question={question}
        before={at === 0 ? none : questions.slice(0, at)}
        isFirst={at === 0}
      />
    </Card>
  )
}

interface Props {
  question: EditedQuestion
  before: readonly EditedQuestion[]
  isFirst: boolean
}

function Fields({ question, before, isFirst }: Props) {
  const t = useTexts()
  const types = useTypeNames()
  const noted = useNoted()
  const { edit, saved } = useParts()
  const { key, type, scale } = question
  const path = `questions.${key}`
  const isFixed = saved.hasAnswers && question.variable !== null && saved.stored.includes(question.variable)
  const change = (part: Partial<EditedQuestion>, isTyped = false) =>
    edit(
      changeQuestion(key, (one) => ({ ...one, ...part })),
      isTyped,
    )
  return (
    <div className={classes['form']}>
      <TextPair
        isLong
        path={`${path}.wording`}
        label={t('wording')}
        placeholder={t('wordingExample')}
        value={question.wording}
        names={key}
        onChange={(wording) => change({ wording }, true)}
      />
      <NativeSelect
        {...noted(`${path}.type`, isFixed ? t('typeFixed') : undefined)}
        label={t('type')}
        value={type}
        disabled={isFixed}
        onChange={({ currentTarget }) => {
          const next = questionTypes.find((one) => one === currentTarget.value) ?? type
          edit(changeQuestion(key, (one) => withType(one, next)))
        }}
        data={questionTypes.map((value) => ({ value, label: types(value) }))}
      />
      {scale !== null && (
        <ScaleFields
          path={path}
          scale={scale}
          fixed={isFixed ? t('scaleFixed') : null}
          onChange={(next, isTyped) => change({ scale: next }, isTyped)}
        />
      )}
      {hasChoices(type) && (
        <ChoicesField
          path={path}
          choices={question.choices}
          onChange={(choices, isTyped) => change({ choices }, isTyped)}
        />
      )}
      <div className={classes['switches']}>
        <Switch
          {...noted(`${path}.required`)}
          label={t('required')}
          checked={question.required}
          onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
        />
        {!isFirst && (
          <Switch
            {...noted(`${path}.page`)}
            label={t('newPage')}
            checked={question.page}
            onChange={({ currentTarget }) => change({ page: currentTarget.checked })}
          />
        )}
      </div>
      <RuleField path={path} rule={question.showIf} before={before} onChange={(showIf) => change({ showIf }, true)} />
      <TextPair
        path={`${path}.help`}
        label={t('help')}
        description={t('helpHelp')}
        value={question.help}
        onChange={(help) => change({ help }, true)}
      />
      <TextPair
        path={`${path}.title`}
        label={t('shortName')}
        description={t('shortNameHelp')}
        value={question.title}
        onChange={(title) => change({ title }, true)}
      />
    </div>
  )
}
