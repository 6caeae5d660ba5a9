import type { Locale } from '@gensvar/contract/local-text'
import type { AskedQuestion } from '#server/domain/questionnaire/questionnaire.ts'
import type { ReadFields } from '#server/domain/samples/read-fields.ts'
import type { Asking } from '../asking.ts'
import type { Entry } from '../entry.ts'
import { fieldPrefix } from '../form.ts'
import { checkAnswers, pagesShown, shownIn } from '../steps.ts'
import type { CallState } from './call-state.ts'
import { keypadOf, valuesOf } from './keypad.ts'
import type { Keypad } from './keypad.ts'

/** What is asked next in a call; `end` where nothing is. */
export type Prompt =
  | { kind: 'consent' }
  | { kind: 'question'; asked: AskedQuestion; pad: Keypad; required: boolean }
  | { kind: 'end' }

/** What came from the phone: the keys that were pressed, or what was spoken. */
export interface CallInput {
  keys: string
  /** The provider's name of a recording; null where nothing was recorded. */
  recording: string | null
}

/** What is not understood or not answered is asked once more, so often. */
const mostMisses = 2
/** Leaves out a question that needs no answer. */
export const skipKey = '*'

/** The survey of a call, in the language that its questions are said in. */
export interface CallSetting {
  asking: Asking
  locale: Locale
}

/** What a call asks next. */
export function nextPrompt({ asking, locale }: CallSetting, state: CallState): Prompt {
  if (state.end !== null) return { kind: 'end' }
  const { model, questionnaire, source } = asking
  if (model.config.questionnaire.consent !== undefined && !state.consent) return { kind: 'consent' }
  const done = new Set([...Object.keys(state.entered), ...state.passed, ...state.recorded])
  const shown = shownIn(asking, { entered: enteredIn(state) })
  for (const one of withWords(questionnaire.pages.flat())) {
    const { variable } = one.question
    if (!shown.has(variable) || done.has(variable)) continue
    const pad = keypadOf(source, one, locale)
    // In an anonymous survey nobody's voice is kept.
    if (pad === null || (pad.kind === 'voice' && model.anonymity !== null)) continue
    return { kind: 'question', asked: one, pad, required: one.required }
  }
  return { kind: 'end' }
}

/** The state of a call after what came from the phone for what it asks. */
export function takeInput(setting: CallSetting, state: CallState, input: CallInput): CallState {
  const prompt = nextPrompt(setting, state)
  const next = { ...state, step: state.step + 1 }
  if (prompt.kind === 'end') return state
  if (prompt.kind === 'consent') {
    if (input.keys === '1') return { ...next, misses: 0, consent: true }
    return input.keys === '2' ? { ...next, end: 'refused' } : missed(next)
  }
  const { variable } = prompt.asked.question
  if (input.keys === skipKey && !prompt.required) return { ...next, misses: 0, passed: [...state.passed, variable] }
  if (prompt.pad.kind === 'voice') {
    if (input.recording !== null && input.keys !== skipKey)
      return { ...next, misses: 0, recorded: [...state.recorded, variable] }
    return missed(next, prompt)
  }
  const values = valuesOf(prompt.pad, input.keys)
  if (values === null) return missed(next, prompt)
  const entered = { ...state.entered, [variable]: values }
  const { messages } = checkAnswers(
    setting.asking,
    { entered: new Map(Object.entries(entered)) },
    new Set([variable]),
    [{ ...prompt.asked, other: null }],
  )
  if (messages.size > 0) return missed(next, prompt)
  return { ...next, misses: 0, entered }
}

/** Asks once more; after the last time a question is left out, or the call ends where it needs an answer. */
function missed(next: CallState, prompt?: Extract<Prompt, { kind: 'question' }>): CallState {
  if (next.misses < mostMisses) return { ...next, misses: next.misses + 1 }
  if (prompt && !prompt.required)
    return { ...next, misses: 0, passed: [...next.passed, prompt.asked.question.variable] }
  return { ...next, end: 'missed' }
}

/** What was entered in a call, as the page of the survey would have it. */
export function entryIn({ asking, locale }: CallSetting, state: CallState): Entry {
  const entered = enteredIn(state)
  const prompt = nextPrompt({ asking, locale }, state)
  const variable = prompt.kind === 'question' ? prompt.asked.question.variable : null
  const { pages } = asking.questionnaire
  const at = pages.findIndex((page) => withWords(page).some(({ question }) => question.variable === variable))
  const last = pagesShown(asking, shownIn(asking, { entered })).at(-1) ?? 0
  return { entered, page: at < 0 ? last : at, consent: state.consent }
}

/**
 * The answers of a call where they are complete: every question that needs an answer has one. Null where they are not. What was
 * spoken is an answer, and in an anonymous survey nobody is asked for words.
 */
export function completeAnswers({ asking }: CallSetting, state: CallState): ReadFields | null {
  const { model, questionnaire } = asking
  if (state.end === 'refused' || (model.config.questionnaire.consent !== undefined && !state.consent)) return null
  const entered = enteredIn(state)
  const shown = shownIn(asking, { entered })
  const all = questionnaire.pages.flat().filter(({ question }) => shown.has(question.variable))
  const { messages, read } = checkAnswers(asking, { entered }, shown, all)
  const spoken = new Set(state.recorded)
  const excused = withWords(all).flatMap(({ question: { variable, type } }) =>
    type === 'text' && (spoken.has(variable) || model.anonymity !== null) ? fieldPrefix + variable : [],
  )
  for (const name of excused) messages.delete(name)
  return messages.size === 0 && (read.changed.length > 0 || spoken.size > 0) ? read : null
}

function enteredIn({ entered }: CallState): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(entered))
}

/** Questions with the ones for words of their own that belong to a choice, which need an answer once they are asked. */
function withWords(asked: readonly AskedQuestion[]): AskedQuestion[] {
  return asked.flatMap((one): AskedQuestion[] => {
    if (!one.other) return [one]
    const texts = { help: undefined, low: undefined, high: undefined }
    return [one, { ...texts, question: one.other.question, required: true, rule: null, other: null, descending: false }]
  })
}
