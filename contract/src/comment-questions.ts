import type { SurveyConfig } from './configuration/survey-config.ts'
import { sentiments } from './entities/text-analytics.ts'
import { walkComponents } from './widgets/find-component.ts'

/**
 * What can be asked of the comments to a question as if it were a question itself: what they say as a whole, the categories
 * they are about, and the categories that they say good, bad or neither things of.
 */
export const commentFacets = ['sentiment', 'category', ...sentiments] as const

/** One of them. */
export type CommentFacet = (typeof commentFacets)[number]

/** Name by which a facet of a question's comments is filtered and counted: `sentiment:comment`. */
export function facetName(facet: CommentFacet, question: string): string {
  return `${facet}:${question}`
}

/**
 * Names of the open questions that customers comment in: those that the page of an interview shows as open answers, and
 * those that components show or count comments of. Other open answers (names, addresses, numbers) are not judged.
 */
export function commentQuestionsOf(config: Pick<SurveyConfig, 'interview' | 'pages'>): ReadonlySet<string> {
  const names = new Set(config.interview.open)
  for (const { component } of walkComponents(config.pages)) {
    const key = settings[component.type]
    const named = key === undefined ? undefined : component.config[key]
    for (const name of Array.isArray(named) ? named : [named]) if (typeof name === 'string') names.add(name)
  }
  return names
}

/** The setting that names questions with comments, by type of component. */
const settings: Readonly<Record<string, string | undefined>> = {
  'text-analytics': 'questions',
  'feedback-overview': 'questions',
  'feedback-sentiment': 'questions',
  'feedback-search': 'questions',
  'question-search': 'question',
  'latest-comments': 'variables',
}
