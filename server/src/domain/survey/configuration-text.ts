import { checkConfiguration, namingsOf } from '@gensvar/contract/configuration/check'
import type { KnownQuestion } from '@gensvar/contract/configuration/check'
import { checkShape } from '@gensvar/contract/configuration/problems'
import type { ConfigurationProblem, ProblemPath } from '@gensvar/contract/configuration/problems'
import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import type { SurveyConfig } from '@gensvar/contract/configuration/survey-config'
import { PathError, parsePath } from '@gensvar/contract/drill-path'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { LineCounter, isAlias, isMap, isNode, isScalar, isSeq, parseDocument, visit } from 'yaml'
import type { Document, YAMLError } from 'yaml'
import { taxonomyProblems } from '#server/domain/comments/survey-taxonomy.ts'
import { problemsOfValue } from '#server/platform/request-text.ts'
import type { SurveyModel } from './survey-model.ts'

/** Most times that parts of a text may be repeated by their anchors, all together: a few lines could fill the memory. */
const mostAliases = 50

/** A part of a text: lines and columns from 1, the end being the column after it. */
export interface TextRange {
  line: number
  column: number
  endLine: number
  endColumn: number
}

/** Something wrong with the text of a configuration. */
export interface TextProblem extends TextRange {
  severity: ConfigurationProblem['severity']
  words: Words
  /** Empty for an error of the text itself. */
  path: ProblemPath
}

/** The text of a configuration that was read. */
export interface ConfigurationText {
  /** Null where it cannot be read. */
  config: SurveyConfig | null
  /** In the order in which they were found. */
  problems: TextProblem[]
  /** Where a part of it stands; where its nearest outer part stands if it is missing. */
  rangeOf(path: ProblemPath): TextRange
}

/** The questions of a survey as a configuration knows them. */
export function knownQuestions({ questions }: Pick<SurveyModel, 'questions'>): KnownQuestion[] {
  return [...questions.values()].map(({ variable, type, choices }) => ({
    variable,
    type,
    choices: choices.map(({ extName }) => extName),
  }))
}

/**
 * Reads the text of a configuration and says what is wrong with it, at its place: the text itself, its keys and values, and
 * what it names that the survey does not have. Never throws for a text, whatever it holds.
 */
export function readConfigurationText(text: string, questions: readonly KnownQuestion[]): ConfigurationText {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const between = ([from, to]: readonly [number, number]): TextRange => {
    const [start, end] = [lines.linePos(from), lines.linePos(Math.max(from, to))]
    // An empty text has no line at all.
    return { line: start.line || 1, column: start.col || 1, endLine: end.line || 1, endColumn: end.col || 1 }
  }
  const rangeOf = (path: ProblemPath): TextRange => between(placeOf(document, path))
  const unreadable = (range: TextRange, words: Words): ConfigurationText => ({
    config: null,
    problems: [{ ...range, severity: 'error', words, path: [] }],
    rangeOf,
  })
  const [broken] = document.errors
  if (broken) return unreadable(between(broken.pos), brokenWords(broken))
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: mostAliases }) ?? {}
  } catch (error) {
    const alias = wrongAlias(document)
    return unreadable(
      between(alias.range),
      alias.words ?? say`${error instanceof Error ? error.message : String(error)}`,
    )
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return unreadable(between([0, 0]), say`a configuration is a list of settings such as "title: Store visits"`)
  const [unstorable] = problemsOfValue(value)
  if (unstorable) return unreadable(between([0, 0]), say`${unstorable[0]}: ${unstorable[1]}`)
  const at = ({ path, severity }: ConfigurationProblem, words: Words): TextProblem => ({
    ...rangeOf(path),
    severity,
    words,
    path,
  })
  const shape = checkShape(surveyConfig, value)
  if (!shape.data) return { config: null, problems: shape.problems.map((one) => at(one, one.words)), rangeOf }
  const { data: config } = shape
  const found = [...checkConfiguration(config, { questions }), ...goneChoices(config, questions)]
  const problems = [
    ...found.map((one) => at(one, say`${one.message}`)),
    ...taxonomyProblems(config.taxonomy).map((one) => at(one, one.words)),
  ]
  return { config, problems, rangeOf }
}

function brokenWords({ code, message }: YAMLError): Words {
  if (code === 'TAB_AS_INDENT') return say`a line begins with a tab; use spaces`
  if (code === 'DUPLICATE_KEY') return say`this key stands here twice`
  if (code === 'RESOURCE_EXHAUSTION') return say`too many parts are inside each other here`
  if (code === 'MULTIPLE_DOCS') return say`a configuration is one document; remove the line ---`
  return say`${message}`
}

/** The alias that keeps a document from being read: one without an anchor, else the first. */
function wrongAlias(document: Document): { range: readonly [number, number]; words: Words | null } {
  let first: readonly [number, number] | null = null
  let missing: { range: readonly [number, number]; words: Words } | null = null
  visit(document, {
    Alias(_key, node) {
      const [from, to] = node.range ?? [0, 0]
      first ??= [from, to]
      if (missing !== null || node.resolve(document) !== undefined) return
      missing = { range: [from, to], words: say`there is no part "&${node.source}" above this line` }
      return visit.BREAK
    },
  })
  return missing ?? { range: first ?? [0, 0], words: first && say`too much is repeated by * here` }
}

/** Where the part of a document that a path leads to stands, as offsets: a key with its value where that is short. */
function placeOf(document: Document, path: ProblemPath): readonly [number, number] {
  let node: unknown = document.contents
  let place: readonly [number, number] = [0, 0]
  for (const step of path) {
    if (isSeq(node)) {
      const item: unknown = node.items[Number(step)]
      if (!isNode(item) || !item.range) break
      place = [item.range[0], item.range[1]]
      node = item
      continue
    }
    if (!isMap(node)) break
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
    if (!isNode(pair?.key) || !pair.key.range) break
    const { value } = pair
    const isShort = (isScalar(value) || isAlias(value)) && value.range
    place = [pair.key.range[0], isShort ? isShort[1] : pair.key.range[1]]
    node = value
  }
  return place
}

/** Choices that paths of a configuration ask for and that are gone. */
function goneChoices(config: SurveyConfig, questions: readonly KnownQuestion[]): ConfigurationProblem[] {
  const byName = new Map(questions.map((question) => [question.variable, question]))
  return namingsOf(config, { questions })
    .filter(({ kind }) => kind === 'path')
    .flatMap(({ path, text }) => {
      const wrong = goneIn(text, byName)
      return wrong.map((message): ConfigurationProblem => ({ path, message, severity: 'error' }))
    })
}

function goneIn(drillPath: string, questions: ReadonlyMap<string, KnownQuestion>): string[] {
  try {
    return parsePath(drillPath).flatMap(({ name, values }) => {
      const question = questions.get(name)
      if (!question?.choices || (question.type !== 'single' && question.type !== 'multiple')) return []
      const { choices } = question
      return values
        .filter(({ text, contains, none }) => !contains && none !== true && !choices.includes(text))
        .map(({ text }) => `'${name}' has no choice '${text}'`)
    })
  } catch (error) {
    // A path that cannot be read is an error of its own.
    if (error instanceof PathError) return []
    throw error
  }
}
