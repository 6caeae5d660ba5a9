import { NativeSelect, Radio, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import { answerPath, dropdownFrom, noReason } from './answers.ts'
import type { AlertQuestion, Selection } from './answers.ts'
import classes from './question-inputs.module.css'
import { useTexts } from './texts.ts'

/** What the input of an answer needs of the form. */
interface FieldProps {
  'data-path': string
  error: ReactNode
  onChange: (valueOrEvent: unknown) => void
  onFocus: () => void
  onBlur: () => void
}

interface Props {
  questions: readonly AlertQuestion[]
  /** The answers as they are entered, in the order of the questions. */
  selections: readonly { [Part in keyof Selection]: Selection[Part] | null | '' }[]
  /** Props of the input at a path, as the form makes them. */
  field: (path: ReturnType<typeof answerPath>) => FieldProps
  /** Whether all of them must be answered, as when the alert is closed. */
  isRequired: boolean
}

/** The questions of an alert, each with the input of its type. */
export function QuestionInputs({ questions, selections, field, isRequired }: Props) {
  const text = useLocalText()
  return questions.map((question, at) => {
    const input = { ...pathField(field(answerPath(at, question))), label: text(question.title), required: isRequired }
    const { choiceId, value } = selections[at] ?? {}
    if (question.type === 'choice')
      return <Reasons key={question.questionId} question={question} chosen={choiceId || noReason} input={input} />
    const written = value ?? ''
    return question.type === 'Number' ? (
      <TextInput key={question.questionId} {...input} inputMode="decimal" value={written} />
    ) : (
      <Textarea key={question.questionId} {...input} autosize minRows={1} maxRows={8} value={written} />
    )
  })
}

/** Without the value, which each input takes in its own way. */
function pathField({ 'data-path': path, error, onChange, onFocus, onBlur }: FieldProps): FieldProps {
  return { 'data-path': path, error, onChange, onFocus, onBlur }
}

interface ReasonsProps {
  question: AlertQuestion
  chosen: number
  input: FieldProps & { label: string; required: boolean }
}

/** The reasons to choose from: radio buttons, or of many a dropdown. Reason 0 is no choice. */
function Reasons({ question, chosen, input }: ReasonsProps) {
  const t = useTexts()
  const text = useLocalText()
  const { reasons } = question
  const placeholder = text(reasons.find(({ choiceId }) => choiceId === noReason)?.title)
  const choices = reasons
    .filter(({ choiceId }) => choiceId !== noReason)
    .map(({ choiceId, title }) => ({ value: String(choiceId), label: text(title) }))
  const choose = (value: string | number | null) => input.onChange(Number(value))
  if (reasons.length >= dropdownFrom)
    return (
      <NativeSelect
        {...input}
        value={String(chosen)}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[{ value: String(noReason), label: placeholder || t('choose') }, ...choices]}
      />
    )
  return (
    <Radio.Group
      {...input}
      value={chosen === noReason ? '' : String(chosen)}
      onChange={choose}
      description={placeholder === '' ? undefined : placeholder}
    >
      <div className={classes['choices']}>
        {choices.map(({ value, label }) => (
          <Radio
            key={value}
            value={value}
            label={label}
            classNames={{ root: classes['choice'], body: classes['choiceBody'], labelWrapper: classes['choiceText'] }}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
