import { commentFacets, commentQuestionsOf, facetName } from '../comment-questions.ts'
import type { QuestionType } from '../entities/metadata.ts'
import { sentiments } from '../entities/text-analytics.ts'
import type { ConfigurationProblem, ProblemPath } from './problems.ts'
import { didYouMean } from './suggest.ts'
import type { SurveyConfig } from './survey-config.ts'
import { walkCategories } from './taxonomy.ts'

/** A question of the survey, as far as a configuration can refer to it. */
export interface KnownQuestion {
  variable: string
  type: QuestionType
  /** extNames of the choices of a closed question. */
  choices?: readonly string[]
}

/** The survey's questions, which a configuration is checked against. */
export interface SurveyMetadata {
  questions: readonly KnownQuestion[]
}

/** Fields of a response that are not questions but can be columns and filters. */
export const responseFields = [
  'id',
  'state',
  'alert',
  'eventdate',
  'due',
  'owner',
  'lits',
  'responseid',
  'completed',
] as const

/** What a field of a sample can be besides a question: a part of the contact, or the event date. */
export const sampleFields = [
  'name',
  'email',
  'phone',
  'language',
  'street',
  'postcode',
  'city',
  'country',
  'eventdate',
] as const

/** How a text of a configuration names a question: by itself, in `{places}`, in a drill path, in a rule or expression. */
export type NamingKind = 'name' | 'template' | 'path' | 'rule' | 'expression'

/** A text of a configuration that names questions, or may. */
export interface Naming {
  path: ProblemPath
  kind: NamingKind
  text: string
}

/** Looks up the names a configuration uses and collects what is wrong with them. */
export class NameCheck {
  readonly problems: ConfigurationProblem[] = []
  /** Every text that was looked up, so that a question can be renamed wherever it is named. */
  readonly namings: Naming[] = []
  readonly questions: ReadonlyMap<string, KnownQuestion>
  /** What can be asked of comments as if it were a question: in paths, filters, rules and expressions. */
  readonly facets: ReadonlyMap<string, KnownQuestion>
  readonly indicators: ReadonlySet<string>
  readonly levels: ReadonlySet<string>
  readonly pages: ReadonlySet<string>
  /** Reasons of the choice questions of alerts, by question. */
  readonly alertReasons: ReadonlyMap<string, readonly number[]>

  constructor(config: SurveyConfig, metadata: SurveyMetadata) {
    this.questions = new Map(metadata.questions.map((question) => [question.variable, question]))
    this.facets = new Map(facetsOf(config, this.questions).map((facet) => [facet.variable, facet]))
    this.indicators = new Set(Object.keys(config.indicators))
    this.levels = new Set(Object.values(config.views).flatMap((view) => view.levels))
    this.pages = new Set(config.pages.map((page) => page.extname))
    this.alertReasons = reasonsOf(config.alerts)
  }

  error(path: ProblemPath, message: string): void {
    this.problems.push({ path, message, severity: 'error' })
  }

  warn(path: ProblemPath, message: string): void {
    this.problems.push({ path, message, severity: 'warning' })
  }

  /** Notes that a text names questions. */
  names(path: ProblemPath, kind: NamingKind, text: string): void {
    this.namings.push({ path, kind, text })
  }

  /** The question with a name, of one of `types` if given; otherwise reports a problem. */
  question(path: ProblemPath, name: string, types?: readonly QuestionType[]): KnownQuestion | undefined {
    this.names(path, 'name', name)
    const found = this.questions.get(name)
    if (!found) {
      this.error(path, `there is no question '${name}'${didYouMean(name, this.questions.keys())}`)
      return undefined
    }
    if (types && !types.includes(found.type)) {
      this.error(path, `'${name}' is a question of type ${found.type}; ${types.join(' or ')} is needed here`)
      return undefined
    }
    return found
  }

  /** As `question`, or what can be asked of comments. */
  asked(path: ProblemPath, name: string, types?: readonly QuestionType[]): KnownQuestion | undefined {
    const facet = this.facets.get(name)
    return facet && (!types || types.includes(facet.type)) ? facet : this.question(path, name, types)
  }

  /** Requires that the comments to a question are judged. */
  commented(path: ProblemPath, name: string): void {
    if (this.facets.has(facetName('sentiment', name))) return
    this.error(path, `the answers to '${name}' are not judged; name it in interview.open or in a component of comments`)
  }

  optionalQuestion(path: ProblemPath, name: string | undefined, types?: readonly QuestionType[]): void {
    if (name !== undefined) this.question(path, name, types)
  }

  questionList(path: ProblemPath, names: readonly string[], types?: readonly QuestionType[]): void {
    for (const [at, name] of names.entries()) this.question([...path, at], name, types)
  }

  /** Requires the name of a question, or of something else that a field of a sample can be. */
  sampleField(path: ProblemPath, name: string): void {
    this.names(path, 'name', name)
    if (this.questions.has(name) || (sampleFields as readonly string[]).includes(name)) return
    const known = [...this.questions.keys(), ...sampleFields]
    this.error(path, `there is no question '${name}'${didYouMean(name, known)}`)
  }

  /** Requires the name of an indicator, or of a question that has a figure. */
  figure(path: ProblemPath, name: string): void {
    if (this.indicators.has(name)) return
    this.names(path, 'name', name)
    const found = this.questions.get(name)
    if (!found) {
      const known = [...this.indicators, ...this.questions.keys()]
      this.error(path, `there is no indicator or question '${name}'${didYouMean(name, known)}`)
    } else if (found.type === 'text' || found.type === 'date') {
      this.error(path, `'${name}' is a question of type ${found.type}, which has no figure; make an indicator of it`)
    }
  }

  figureList(path: ProblemPath, names: readonly string[]): void {
    for (const [at, name] of names.entries()) this.figure([...path, at], name)
  }

  /** Requires a name that a column of a list can hold; `further` are fields that only this list has. */
  column(path: ProblemPath, name: string, further: readonly string[] = []): void {
    if (this.indicators.has(name)) return
    this.names(path, 'name', name)
    if (this.questions.has(name)) return
    const fields: readonly string[] = [...responseFields, ...further]
    if (fields.includes(name)) return
    const known = [...this.indicators, ...this.questions.keys(), ...fields]
    this.error(path, `there is no indicator, question or field '${name}'${didYouMean(name, known)}`)
  }

  level(path: ProblemPath, name: string): void {
    this.names(path, 'name', name)
    if (this.levels.has(name)) return
    this.error(path, `no view has a level '${name}'${didYouMean(name, this.levels)}`)
  }

  page(path: ProblemPath, name: string | undefined): void {
    if (name === undefined || this.pages.has(name)) return
    this.error(path, `there is no page '${name}'${didYouMean(name, this.pages)}`)
  }

  /** Checks the `{variable}` placeholders of a text that is filled from a response. */
  template(path: ProblemPath, text: string | undefined, further: readonly string[] = []): void {
    if (text !== undefined) this.names(path, 'template', text)
    for (const match of (text ?? '').matchAll(/\{([^{}]*)\}/g)) {
      const name = match[1] ?? ''
      if (this.questions.has(name) || further.includes(name)) continue
      if ((responseFields as readonly string[]).includes(name)) continue
      const known = [...this.questions.keys(), ...further]
      this.error(path, `there is no question '${name}' for the place {${name}}${didYouMean(name, known)}`)
    }
  }

  /** Requires that no name comes twice in a list. */
  unique(names: readonly string[], pathOf: (at: number) => ProblemPath, what: string): void {
    const seen = new Set<string>()
    for (const [at, name] of names.entries()) {
      if (seen.has(name)) this.error(pathOf(at), `there are two ${what} '${name}'`)
      seen.add(name)
    }
  }
}

/** Rules may ask the same question, with other reasons. */
function reasonsOf(alerts: SurveyConfig['alerts']): Map<string, number[]> {
  const reasons = new Map<string, number[]>()
  for (const { questions } of alerts)
    for (const { questionId, type, reasons: own } of questions)
      if (type === 'choice')
        reasons.set(questionId, [...(reasons.get(questionId) ?? []), ...own.map(({ choiceId }) => choiceId)])
  return reasons
}

/** Without categories of its own a survey has those of its languages, which only the server knows. */
function facetsOf(config: SurveyConfig, questions: ReadonlyMap<string, KnownQuestion>): KnownQuestion[] {
  const ids = [...walkCategories(config.taxonomy)].map(({ id }) => id)
  const choices = ids.length > 0 ? { choices: ids } : {}
  const commented = [...commentQuestionsOf(config)].filter((name) => questions.get(name)?.type === 'text')
  return commented.flatMap((name) =>
    commentFacets.map((facet): KnownQuestion =>
      facet === 'sentiment'
        ? { variable: facetName(facet, name), type: 'single', choices: sentiments }
        : { variable: facetName(facet, name), type: 'multiple', ...choices },
    ),
  )
}
