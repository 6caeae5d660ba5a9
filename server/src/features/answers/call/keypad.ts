import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { AskedQuestion } from '#server/domain/questionnaire/questionnaire.ts'
import { choicesOf } from '#server/domain/samples/fields.ts'
import type { FieldSource } from '#server/domain/samples/fields.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'

/** How a question is answered on a phone. */
export type Keypad =
  /** A key or two for one of the choices. */
  | { kind: 'choice'; options: readonly Option[]; digits: number }
  /** The keys of all choices that apply, one after the other. */
  | { kind: 'choices'; options: readonly Option[]; digits: number }
  /** A step of a scale by its number; of its ends `low` and `high` say what they mean. */
  | { kind: 'scale'; min: number; max: number; low: string; high: string }
  | { kind: 'number' }
  | { kind: 'date' }
  /** It is answered by speaking. */
  | { kind: 'voice' }

interface Option {
  /** What is pressed. */
  key: string
  extName: string
  title: string
}

/** More choices are read to nobody. */
const mostChoices = 30

/** How a question is answered; null for one that cannot be asked on a phone. */
export function keypadOf(source: FieldSource, { question, low, high }: AskedQuestion, locale: Locale): Keypad | null {
  switch (question.type) {
    case 'text':
      return { kind: 'voice' }
    case 'numeric':
      return { kind: 'number' }
    case 'date':
      return { kind: 'date' }
    case 'multiple':
      return choicesPad('choices', source, question, locale)
    case 'single':
      return choicesPad('choice', source, question, locale)
    case 'scale': {
      const { scaleMin: min, scaleMax: max, choiceByName } = question
      if (min === null || max === null) return { kind: 'number' }
      // There is no key for a minus.
      if (min < 0) return choicesPad('choice', source, question, locale)
      const end = (text: typeof low, step: number): string =>
        pickText(text, locale) || pickText({ ...choiceByName.get(String(step))?.title }, locale)
      return { kind: 'scale', min, max, low: end(low, min), high: end(high, max) }
    }
  }
}

function choicesPad(
  kind: 'choice' | 'choices',
  source: FieldSource,
  question: Question,
  locale: Locale,
): Keypad | null {
  const choices = choicesOf(source, question)
  if (choices.length === 0 || choices.length > mostChoices) return null
  const digits = choices.length > 9 ? 2 : 1
  return {
    ...{ kind, digits },
    options: choices.map(({ extName, title }, at) => ({
      ...{ extName, key: String(at + 1).padStart(digits, '0') },
      title: pickText(title, locale) || extName,
    })),
  }
}

/** How many keys answer it; null where `#` ends what is pressed. */
export function keysOf(pad: Keypad): number | null {
  if (pad.kind === 'choice') return pad.digits
  if (pad.kind === 'date') return 8
  return pad.kind === 'scale' && pad.max <= 9 ? 1 : null
}

/** What is said of how to answer. */
export function keypadWords(pad: Keypad): Words[] {
  switch (pad.kind) {
    case 'choice':
      return optionWords(pad.options)
    case 'choices':
      return [...optionWords(pad.options), say`Press the numbers of all that apply, then press the hash key.`]
    case 'scale':
      return scaleWords(pad)
    case 'number':
      return [say`Enter a number, then press the hash key.`]
    case 'date':
      return [say`Enter the date with eight numbers: four for the year, two for the month and two for the day.`]
    case 'voice':
      return [say`Answer after the tone, then press the hash key.`]
  }
}

function optionWords(options: readonly Option[]): Words[] {
  return options.map(({ key, title }) => say`Press ${spoken(key)} for ${title}.`)
}

function scaleWords({ min, max, low, high }: Extract<Keypad, { kind: 'scale' }>): Words[] {
  const range =
    max <= 9
      ? say`Press a number from ${String(min)} to ${String(max)}.`
      : say`Enter a number from ${String(min)} to ${String(max)}, then press the hash key.`
  return [
    range,
    ...(low === '' ? [] : [say`${String(min)} means ${low}.`]),
    ...(high === '' ? [] : [say`${String(max)} means ${high}.`]),
  ]
}

/** Two keys are said one after the other. */
function spoken(key: string): string {
  return [...key].join(' ')
}

/** The values that keys stand for, as a form would send them; null for keys that stand for none. */
export function valuesOf(pad: Keypad, keys: string): string[] | null {
  if (!/^\d{1,30}$/.test(keys)) return null
  switch (pad.kind) {
    case 'choice': {
      const found = pad.options.find(({ key }) => key === keys.padStart(pad.digits, '0'))
      return found ? [found.extName] : null
    }
    case 'choices': {
      if (keys.length % pad.digits !== 0) return null
      const pressed = [...new Set(keys.match(new RegExp(`.{${pad.digits}}`, 'g')) ?? [])]
      const found = pressed.flatMap((one) => pad.options.find(({ key }) => key === one)?.extName ?? [])
      return found.length === pressed.length ? found : null
    }
    case 'scale': {
      const value = Number(keys)
      return value >= pad.min && value <= pad.max ? [String(value)] : null
    }
    case 'number':
      return [keys.replace(/^0+(?=.)/, '')]
    case 'date':
      return keys.length === 8 ? [`${keys.slice(0, 4)}-${keys.slice(4, 6)}-${keys.slice(6)}`] : null
    case 'voice':
      return null
  }
}
