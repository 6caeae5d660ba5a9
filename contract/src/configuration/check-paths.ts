import { PathError, parsePath } from '../drill-path.ts'
import { builtInKinds } from '../filter-kinds/index.ts'
import type { NameCheck } from './check-names.ts'
import type { ProblemPath } from './problems.ts'
import { didYouMean } from './suggest.ts'

/** Checks that a drill path parses and that every name in it is a question or a built-in filter. */
export function checkPath(check: NameCheck, path: ProblemPath, text: string, further: readonly string[] = []): void {
  check.names(path, 'path', text)
  const known = new Set([...check.questions.keys(), ...check.facets.keys(), ...builtInKinds.keys(), ...further, 'view'])
  try {
    for (const token of parsePath(text)) {
      if (!known.has(token.name))
        check.error(path, `there is no question '${token.name}'${didYouMean(token.name, known)}`)
    }
  } catch (error) {
    if (!(error instanceof PathError)) throw error
    check.error(path, `${error.message} (at character ${error.position + 1} of '${text}')`)
  }
}
