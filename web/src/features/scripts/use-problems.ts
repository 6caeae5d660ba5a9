import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { CodeLanguage, CodeProblem } from '#web/ui/code-editor/code-types.ts'
import { text } from './texts.ts'

const none: readonly CodeProblem[] = []

/** Checks a text as far as the browser can; the code for it is fetched with the first one. */
async function check(value: string, language: CodeLanguage): Promise<readonly CodeProblem[]> {
  if (value.trim() === '') return none
  if (language === 'yaml') return (await import('./words/check-yaml.ts')).checkYaml(value)
  const { syntaxErrors } = await import('#web/ui/code-editor/syntax-errors.ts')
  return syntaxErrors(value).map((place) => ({ ...place, severity: 'error', message: text('notUnderstood') }))
}

/** The place that the server names in an error of a script; null where it names none. */
function placeIn(words: string): Pick<CodeProblem, 'line' | 'column'> | null {
  const [, line, column] = /(\d+)\D+(\d+)/.exec(words) ?? []
  return line === undefined || column === undefined ? null : { line: Number(line), column: Number(column) }
}

/** What is wrong with a text: what the browser finds, and what the server said when it was last saved. */
export function useProblems(value: string, language: CodeLanguage, said: ReactNode): readonly CodeProblem[] {
  const [found, setFound] = useState(none)
  useEffect(() => {
    let isCurrent = true
    // Without the code for it nothing is marked; the server checks what is saved.
    const show = (problems: readonly CodeProblem[]) => {
      if (isCurrent) setFound(problems)
    }
    check(value, language).then(show, () => show(none))
    return () => {
      isCurrent = false
    }
  }, [value, language])
  return useMemo(() => {
    const place = typeof said === 'string' ? placeIn(said) : null
    if (place === null || typeof said !== 'string') return found
    return [{ ...place, severity: 'error', message: said }, ...found]
  }, [found, said])
}
