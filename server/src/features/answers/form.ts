import { isLocale } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { questionsIn } from '#server/domain/questionnaire/questionnaire.ts'
import type { Asking } from './asking.ts'
import type { Entry } from './entry.ts'

/** Names of a question's fields begin so, and those of nothing else. */
export const fieldPrefix = 'q.'
/** Longest open answer, in characters. */
export const longestAnswer = 5000
/** Most values of one field that are read: more than a question has choices is nonsense. */
const mostValues = 1000

/** What a form is sent for. */
export type Act = 'next' | 'back' | 'send' | 'keep' | 'language'

/** A form as it was sent. */
export interface SentForm extends Entry {
  act: Act
  /** The language that was chosen on the page. */
  language: Locale | null
  /** Questions that were shown when it was sent. */
  displayed: ReadonlySet<string>
  /** What an open form was handed out with, and the proof of work done for it. */
  form: string
  work: string
}

/** What a form was filled in with, by question. */
export function enteredIn(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const own = pairs.flatMap(([name, value]) =>
    name.startsWith(fieldPrefix) ? [[name.slice(fieldPrefix.length), value] as const] : [],
  )
  return new Map(
    [...Map.groupBy(own, ([name]) => name)].map(([name, values]) => [
      name,
      values.slice(0, mostValues).map(([, value]) => value),
    ]),
  )
}

/** Reads a form. */
export function readForm(pairs: readonly (readonly [string, string])[]): SentForm {
  const last = (name: string): string => pairs.findLast(([key]) => key === name)?.[1] ?? ''
  const go = last('go')
  const language = go.startsWith('language.') ? go.slice('language.'.length) : last('lang')
  const page = /^\d{1,3}$/.test(last('page')) ? Number(last('page')) : 0
  return {
    entered: enteredIn(pairs),
    page,
    consent: last('consent') === '1',
    act: actOf(go),
    language: isLocale(language) ? language : null,
    displayed: new Set(pairs.filter(([key]) => key === 's').map(([, value]) => value)),
    form: last('form'),
    work: last('work'),
  }
}

/** Without a button, as by the Enter key in some browsers, the form goes on. */
function actOf(go: string): Act {
  if (go === 'next' || go === 'back' || go === 'send' || go === 'keep') return go
  return go.startsWith('language.') ? 'language' : 'next'
}

/** What was entered for questions that are asked; the rest of a form is left out. */
export function entryOf({ questionnaire }: Asking, { entered, page, consent }: Entry): Entry {
  const asked = questionsIn(questionnaire.pages.flat()).map(({ variable }) => variable)
  return {
    entered: new Map(
      asked.flatMap((name) => {
        const values = entered.get(name)?.filter((value) => value.trim() !== '') ?? []
        return values.length > 0 ? [[name, values]] : []
      }),
    ),
    page: Math.min(page, questionnaire.pages.length - 1),
    consent,
  }
}
