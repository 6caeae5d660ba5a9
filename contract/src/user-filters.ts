import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { localText } from './local-text.ts'
import { nameParam, searchText } from './request-texts.ts'

/** Stands for any text where values are suggested before something is typed. */
export const anyText = '*'

/** The name of the block of filters that hold in every survey. */
export const everywhere = 'global'

/** Most values that are suggested at a time. */
export const maxFilterSuggestions = 50

/** Longest text of a filter's values, in characters. */
const longestValue = 100_000

/** What a form sends of a user question filter; those that are not `changed` stay as they are stored. */
export const savedQuestionFilter = z.object({
  variable: nameParam.min(1),
  questionId: z.number().int().min(0),
  surveyName: nameParam,
  globalName: nameParam,
  /** Joined by semicolons, as `joinFilterValues` does; empty for no filter. */
  value: z.string().max(longestValue),
  changed: z.boolean(),
})

/** A form's user question filters by survey; those that hold in every survey under `global`. */
export const savedQuestionFilterMap = z
  .record(nameParam, z.array(savedQuestionFilter).max(2000))
  .refine((map) => Object.keys(map).length <= 1000)

/** Joins the values of a filter by semicolons; one inside a value gets a backslash. */
export function joinFilterValues(values: readonly string[]): string {
  return values.map((value) => value.replaceAll(/[\\;]/g, String.raw`\$&`)).join(';')
}

/** The values that a text joins by semicolons, without blanks around them and without empty or repeated ones. */
export function splitFilterValues(text: string): string[] {
  const values = text.match(/(?:\\.|[^\\;]|\\$)+/gs) ?? []
  const plain = values.map((value) => value.trim().replaceAll(/\\([\\;])/g, '$1'))
  return [...new Set(plain.filter((value) => value !== ''))]
}

/**
 * Values of a question that a user filter can be given, whose name or title holds a text: only those that the caller may
 * see themselves, those that begin with it first. `total` counts all.
 */
export const suggestQuestionFilterValues = defineRoute({
  id: 'suggestQuestionFilterValues',
  summary: 'Values for a user question filter',
  method: 'GET',
  path: '/rest/users/questionfiltersuggestions/{survey}/{questionId}/{text}',
  permission: 'user-admin',
  params: z.object({
    survey: nameParam,
    questionId: z.coerce.number().int().min(0).max(2_147_483_647),
    /** `*` for all. */
    text: searchText,
  }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({
    suggestions: z.array(z.object({ value: z.string(), title: localText })),
    total: z.number().int(),
  }),
})
