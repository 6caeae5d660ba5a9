import type { saveScript, StoredScript } from '@gensvar/contract/scripts'
import type { z } from 'zod'
import type { CodeLanguage } from '#web/ui/code-editor/code-types.ts'
import type { ContractForm } from '#web/ui/form/use-contract-form.ts'

/** What saving a script sends. */
export type ScriptBody = z.input<typeof saveScript.body>

/** The form of a script. */
export type ScriptForm = ContractForm<ScriptBody>

/** The values of the form of a stored script. */
export function bodyOf(script: StoredScript): ScriptBody {
  const { id, surveyId, scriptType, extname, description, disabled, matchingMetaInterviews, version } = script
  const universe = !script.global && surveyId === null
  const named = { id, surveyId, universe, scriptType, extname, description, disabled }
  return { ...named, script: script.script, matchingMetaInterviews, version }
}

/** The language a type of script is written in. */
export const languageOf = (type: ScriptBody['scriptType']): CodeLanguage =>
  type === 'CONFIGURATION' ? 'yaml' : 'javascript'
