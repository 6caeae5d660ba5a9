import { say } from '@gensvar/contract/say'
import { ImportRefusal } from '../import-words.ts'
import type { ImportTarget } from '../find-target.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { titleOf } from '../plan/name-columns.ts'
import { readConfigFile } from './config-file.ts'
import type { ConfigFile } from './config-file.ts'
import type { StoredConfiguration } from '#server/domain/build/configuration.ts'
import { writeConfiguration } from './write-configuration.ts'

/** Author of a configuration an import saves: written by the import, or given with the file. */
const authors = { written: 'import', given: 'import with a configuration' }

/**
 * Reads the configuration of a request. Errors: those of `readConfigFile`; `validation` if its levels differ from the
 * requested ones.
 */
export function readRequestConfig(request: {
  config?: { name: string; text: string }
  hierarchy?: readonly string[]
}): ConfigFile | null {
  if (!request.config) return null
  const config = readConfigFile(request.config.name, request.config.text)
  const [view] = Object.values(config.config.views)
  if (view && request.hierarchy && request.hierarchy.join('\n') !== view.levels.join('\n')) {
    const words = say`The hierarchy and the views of ${request.config.name} do not match: the views say ${view.levels.join(' > ')}. Leave the hierarchy out.`
    throw new ImportRefusal('validation', words, 'hierarchy')
  }
  return config
}

/**
 * The configuration an import saves; null if the survey keeps its own. A text changed by hand is never replaced; one
 * given with a file is replaced by the next one given; one the import wrote is rewritten when the file adds questions
 * and lacks none, or when the headline is chosen. Errors: `conflict` for a configuration given for a survey whose own was
 * changed by hand, or a headline chosen for one with a configuration of its own.
 */
export function configurationToSave(at: {
  request: { survey: string; title?: string; main?: string; config?: { name: string } }
  plan: ImportPlan
  target: ImportTarget
  config: ConfigFile | null
  today: string
}): StoredConfiguration | null {
  const { request, plan, target, config, today } = at
  const current = target.configuration
  if (config?.text != null) {
    if (current?.text === config.text) return null
    if (current?.source === 'user') {
      const words = say`The configuration of this survey was changed by hand. Change it in the dashboard, or import without one.`
      throw new ImportRefusal('conflict', words, 'config')
    }
    return { text: config.text, source: 'import', author: authors.given }
  }
  const isWritten = current?.source !== 'user' && current?.author === authors.written
  if (current && !isWritten && request.main !== undefined) {
    const words = say`The survey keeps its own configuration, so an import cannot choose the headline. Change the configuration in the dashboard.`
    throw new ImportRefusal('conflict', words, 'main')
  }
  if (current && !(isWritten && (request.main !== undefined || bringsQuestions(at)))) return null
  const text = writeConfiguration(
    plan,
    { extName: request.survey, title: request.title ?? titleOf(request.survey) },
    today,
  )
  // The written text is validated like any other: an error in it would otherwise show on every page.
  readConfigFile('the written configuration', text).check(plan.columns)
  return text === current?.text ? null : { text, source: 'import', author: authors.written }
}

function bringsQuestions({ plan, target }: { plan: ImportPlan; target: ImportTarget }): boolean {
  const known = target.existing?.questions ?? []
  const lacks = known.some(({ variable }) => !plan.columns.some((column) => column.variable === variable))
  return !lacks && plan.columns.some(({ questionId }) => questionId === null)
}
