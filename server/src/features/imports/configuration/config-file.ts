import { checkConfiguration } from '@gensvar/contract/configuration/check'
import type { KnownQuestion } from '@gensvar/contract/configuration/check'
import { nearest } from '@gensvar/contract/configuration/suggest'
import { checkShape } from '@gensvar/contract/configuration/problems'
import type { ShapeProblem } from '@gensvar/contract/configuration/problems'
import { listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import type { SurveyConfig } from '@gensvar/contract/configuration/survey-config'
import { isMap, isNode, isPair, isScalar } from 'yaml'
import type { Document } from 'yaml'
import { z } from 'zod'
import { readYaml } from '#server/platform/yaml-file.ts'
import { localText } from '@gensvar/contract/local-text'
import { namesOnly } from '@gensvar/contract/names-only'
import type { PlannedColumn, QuestionSettings } from '../plan/planned.ts'

const questionSettings = z
  .strictObject({
    type: z.enum(['scale', 'single', 'multiple', 'numeric', 'date', 'text']).optional(),
    title: localText.optional(),
    question: localText.optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    notAnswered: z.array(z.union([z.string(), z.number()])).optional(),
    outside: z.enum(['counted', 'blank']).optional(),
    separator: z.string().length(1).optional(),
    language: z.string().min(2).max(10).optional(),
    filterable: z.boolean().optional(),
    choices: z
      .record(z.string(), localText)
      .transform((map) => namesOnly(map))
      .optional(),
  })
  .refine(({ min, max }) => min === undefined || max === undefined || min < max, {
    error: 'must be less than max',
    path: ['min'],
  })

/** What a configuration is checked against: questions, as stored or as planned. */
interface TypedQuestion {
  variable: string
  plan: { type: PlannedColumn['plan']['type'] }
  /** Names of its choices, where they are known. */
  choices?: readonly string[]
}

/** A configuration read from a file: the text to store, its content, and the settings of questions in it. */
export interface ConfigFile {
  /** Without `questions:`, which is applied to the metadata once and not stored; null if there is nothing else. */
  text: string | null
  config: SurveyConfig
  questions: Record<string, QuestionSettings>
  /** Checks the settings of questions. Throws `validation` with line and column. */
  checkQuestions(columns: readonly PlannedColumn[]): void
  /** Checks what the configuration refers to. Throws `validation` with line and column. */
  check(questions: readonly TypedQuestion[]): void
}

/** Reads a configuration. Errors: `validation` with line and column of every error. */
export function readConfigFile(name: string, text: string): ConfigFile {
  const { document, value, refuse } = readYaml(name, text)
  const { questions: given = {}, ...rest } = value
  const questions = questionsOf(given, refuse)
  const shape = checkShape(surveyConfig, rest)
  refuse(shape.problems)
  if (!shape.data) throw new Error('unreachable')
  const config = shape.data
  return {
    text: Object.keys(rest).length === 0 ? null : withoutQuestions(text, document),
    config,
    questions,
    checkQuestions: (columns) => refuse(checkQuestions(questions, columns)),
    check: (known) => refuse(checkConfiguration(config, { questions: known.map(knownQuestion) })),
  }
}

/** Settings of questions, parsed one by one because a column may be called `__proto__`. */
function questionsOf(given: unknown, refuse: ReturnType<typeof readYaml>['refuse']): ConfigFile['questions'] {
  const isMapping = typeof given === 'object' && given !== null && !Array.isArray(given)
  const map = checkShape(z.strictObject({}), isMapping ? {} : given)
  const entries = isMapping ? Object.entries(given) : []
  const read = entries.map(([name, settings]) => [name, checkShape(questionSettings, settings)] as const)
  const problems = read.flatMap(([name, { problems: own }]) =>
    own.map((problem) => ({ ...problem, path: [name, ...problem.path] })),
  )
  refuse([...map.problems, ...problems].map((problem) => ({ ...problem, path: ['questions', ...problem.path] })))
  return namesOnly(Object.fromEntries(read.flatMap(([name, { data }]) => (data ? [[name, data]] : []))))
}

/** Settings must be of existing columns, and scale settings of a scale. */
function checkQuestions(
  questions: Readonly<Record<string, QuestionSettings>>,
  columns: readonly PlannedColumn[],
): ShapeProblem[] {
  return Object.entries(questions).flatMap(([name, settings]): ShapeProblem[] => {
    const column = columns.find(({ variable, header }) => variable === name || header === name)
    if (!column) {
      const near = nearest(
        name,
        columns.map(({ variable }) => variable),
      )
      const missing = say`the file has no column "${name}"`
      return [
        problem(
          ['questions', name],
          near === undefined ? missing : listed([missing, say`did you mean "${near}"?`], '; '),
        ),
      ]
    }
    if (settings.outside === undefined || column.plan.type === 'scale') return []
    const words = say`"${name}" is of the type ${column.plan.type} and has no scale, so no answers can be outside of it`
    return [problem(['questions', name, 'outside'], words)]
  })
}

function problem(path: string[], words: Words): ShapeProblem {
  return { path, words, message: String(words), severity: 'error' }
}

function knownQuestion({ variable, plan, choices }: TypedQuestion): KnownQuestion {
  return { variable, type: plan.type, ...(choices && { choices }) }
}

function withoutQuestions(text: string, document: Document): string {
  if (!isMap(document.contents)) return text
  const pair = document.contents.items.find(
    (item) => isPair(item) && isScalar(item.key) && item.key.value === 'questions',
  )
  const start = isNode(pair?.key) ? pair.key.range?.[0] : undefined
  const end = isNode(pair?.value) ? pair.value.range?.[2] : undefined
  return start === undefined || end === undefined ? text : text.slice(0, start) + text.slice(end).replace(/^\n/, '')
}
