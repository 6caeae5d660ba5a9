import type { EditorPart } from '../widgets/sample-editor.ts'
import type { NameCheck } from './check-names.ts'
import type { ProblemPath } from './problems.ts'

/** Checks the questions a sample editor names, including those in its groups. */
export function checkEditor(check: NameCheck, path: ProblemPath, parts: readonly EditorPart[]): void {
  for (const [at, part] of parts.entries()) {
    const own = [...path, at]
    if (part.type === 'variable') check.sampleField([...own, 'question'], String(part.question))
    if (part.type === 'mail-action-button') check.question([...own, 'mailVariable'], String(part.mailVariable))
    if (part.type === 'group') checkEditor(check, [...own, 'components'], part.components as EditorPart[])
    if (part.type === 'header') {
      for (const [index, name] of (part.highlighted as string[]).entries())
        check.sampleField([...own, 'highlighted', index], name)
      if (part.main !== undefined) check.sampleField([...own, 'main'], part.main as string)
    }
  }
}
