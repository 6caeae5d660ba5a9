import { checkConfiguration, namingsOf } from '@gensvar/contract/configuration/check'
import type { KnownQuestion } from '@gensvar/contract/configuration/check'
import type { ProblemPath } from '@gensvar/contract/configuration/problems'
import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import { PathError, parsePath } from '@gensvar/contract/drill-path'
import { LineCounter, isNode, parseDocument } from 'yaml'

/** What is wrong with a configuration: the line, and the reason in words. */
export interface PlacedProblem {
  line: number
  text: string
}

/**
 * Errors of a configuration with the questions that there are: names that are gone, types that do not suit, and filters
 * on choices that are gone. An error of the text itself is one problem.
 */
export function configurationProblems(text: string, questions: readonly KnownQuestion[]): PlacedProblem[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const lineOf = (path: ProblemPath): number => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true)
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
    }
    return 1
  }
  const [broken] = document.errors
  if (broken) return [{ line: lines.linePos(broken.pos[0]).line, text: broken.message }]
  const parsed = surveyConfig.safeParse(document.toJS({ maxAliasCount: 50 }) ?? {})
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => ({ line: lineOf(path as ProblemPath), text: message }))
  const wrong = checkConfiguration(parsed.data, { questions }).filter(({ severity }) => severity === 'error')
  const gone = namingsOf(parsed.data, { questions })
    .filter(({ kind }) => kind === 'path')
    .flatMap(({ path, text: drillPath }) => goneChoices(drillPath, questions).map((message) => ({ path, message })))
  return [...wrong, ...gone].map(({ path, message }) => ({ line: lineOf(path), text: message }))
}

/** The choices that a drill path asks for and that are gone. */
function goneChoices(drillPath: string, questions: readonly KnownQuestion[]): string[] {
  try {
    return parsePath(drillPath).flatMap(({ name, values }) => {
      const question = questions.find(({ variable }) => variable === name)
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
