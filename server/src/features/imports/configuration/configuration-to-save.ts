import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Decisions, Doubt } from '../doubts/doubt.ts'
import { ImportRefusal } from '../import-words.ts'
import type { ImportTarget } from '../find-target.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { PlanRecord } from '../plan/plan-record.ts'
import { readConfigFile } from './config-file.ts'
import type { ConfigFile } from './config-file.ts'
import type { StoredConfiguration } from '#server/domain/build/configuration.ts'
import { generateConfiguration } from './generate.ts'
import { isComplete, mergeConfigurations } from './merge-configurations.ts'

/** Author of a configuration that an import saves: generated, generated with additions, or given with the file. */
export const authors = {
  written: 'import',
  added: 'import with additions',
  given: 'import with a configuration',
}

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

/** What an import does to the configuration. */
interface ConfigurationChange {
  /** Null if the survey keeps its own. */
  configuration: StoredConfiguration | null
  /** The configuration that adds to the generated one, with those of earlier imports; null without. */
  given: string | null
  /** What of the configuration in force, or of the generated one, the given one replaces. */
  replaced: Words[]
}

/** What the configuration of an import depends on. */
interface ConfigurationRequest {
  survey: string
  /** The headline chosen for the survey. */
  main?: string | undefined
  target: ImportTarget
  config: ConfigFile | null
  /** What is kept of the survey's imports, with this one; `given` is that of earlier imports. */
  record: PlanRecord
  decided: { doubts: readonly Doubt[]; decisions: Decisions }
  /** The plan of this import, with its decisions. */
  plan: ImportPlan
  /** This import decides something of the survey otherwise. */
  isDecided: boolean
}

/**
 * The configuration an import saves. A text changed by hand is never replaced. One given with a file is added to the
 * generated one or the one given before, or replaces it if it is complete; a generated one is rewritten when the file
 * adds questions and lacks none, the headline is chosen or something is decided. Errors: `conflict` for a configuration
 * given for a survey whose own was changed by hand, or a headline chosen for one with a configuration of its own;
 * `validation` where it does not fit.
 */
export function configurationToSave(at: ConfigurationRequest): ConfigurationChange {
  const { target, config, record } = at
  const current = target.configuration
  const kept: ConfigurationChange = { configuration: null, given: record.given, replaced: [] }
  if (config?.text != null) {
    if (current?.text === config.text) return kept
    if (current?.source === 'user') {
      const words = say`The configuration of this survey was changed by hand. Change it in the dashboard, or import without one.`
      throw new ImportRefusal('conflict', words, 'config')
    }
    return isComplete(config.text) ? replacing(at, config.text) : adding(at, config.text)
  }
  if (current && !isGenerated(current) && at.main !== undefined) {
    const words = say`The survey keeps its own configuration, so an import cannot choose the headline. Change the configuration in the dashboard.`
    throw new ImportRefusal('conflict', words, 'main')
  }
  const isChanged = at.isDecided || at.main !== undefined || bringsQuestions(at)
  if (current && !(isGenerated(current) && isChanged)) return kept
  const text = generateConfiguration(record, at.survey, at.decided)
  const author = record.given === null ? authors.written : authors.added
  return text === current?.text ? kept : { ...kept, configuration: { text, source: 'import', author } }
}

/** Whether a configuration is generated, alone or with additions, so that it follows the survey. */
export function isGenerated({ source, author }: StoredConfiguration): boolean {
  return source === 'import' && (author === authors.written || author === authors.added)
}

function replacing({ config, plan, target }: ConfigurationRequest, text: string): ConfigurationChange {
  config?.check(plan.columns)
  const replaced = target.configuration ? [say`the whole configuration`] : []
  return { configuration: { text, source: 'import', author: authors.given }, given: null, replaced }
}

function adding(at: ConfigurationRequest, text: string): ConfigurationChange {
  const { target, record, config, plan } = at
  const current = target.configuration
  try {
    if (current && !isGenerated(current)) {
      const merged = mergeConfigurations(current.text, text)
      readConfigFile('the configuration', merged.text).check(plan.columns)
      const isSame = merged.text === current.text
      const configuration = { text: merged.text, source: 'import' as const, author: authors.given }
      return { configuration: isSame ? null : configuration, given: null, replaced: merged.replaced }
    }
    const before = generateConfiguration(record, at.survey, at.decided)
    const given = record.given === null ? text : mergeConfigurations(record.given, text).text
    const { replaced } = mergeConfigurations(before, text)
    const generated = generateConfiguration({ ...record, given }, at.survey, at.decided)
    const configuration = { text: generated, source: 'import' as const, author: authors.added }
    return { configuration: generated === current?.text ? null : configuration, given, replaced }
  } catch (error) {
    // An error in the file itself is told with its line there.
    config?.check(plan.columns)
    throw error
  }
}

function bringsQuestions({ plan, target }: ConfigurationRequest): boolean {
  const known = target.existing?.questions ?? []
  const lacks = known.some(({ variable }) => !plan.columns.some((column) => column.variable === variable))
  return !lacks && plan.columns.some(({ questionId }) => questionId === null)
}
