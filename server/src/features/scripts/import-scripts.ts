import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { knownQuestions, readConfigurationText } from '#server/domain/survey/configuration-text.ts'
import { raiseHookVersions } from '#server/domain/survey/hook-scripts-store.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { lockSurveyAlone } from '#server/domain/survey/lock-survey.ts'
import { AppError } from '#server/platform/errors.ts'
import { addScript, demandReadable, demandType, saveOver } from './save.ts'
import { ofSurvey } from './service.ts'
import { findUniverseScriptRow, findVersionRow, listScriptRows, removeScriptRow } from './store.ts'
import type { ScriptContent, ScriptOwner, ScriptRow } from './store.ts'

/** A script as it is kept outside the database: all that its editor saves. */
export interface KeptScript extends ScriptContent {
  text: string
}

/** A script of a file. */
export interface GivenScript extends KeptScript {
  file: string
}

/** Whose scripts are meant: those of a survey, of a universe, or the global ones. `survey` is the survey's name. */
export interface ScriptPlace {
  owner: ScriptOwner
  survey: string
}

/** What is wrong with a file: its place is `line 3, column 5` where it has one. */
export interface FileProblem {
  file: string
  words: string
}

/** What an import does with each script. Those that are not among the given ones are `left`, or `removed`. */
export interface ScriptChange {
  name: string
  scriptType: string
  act: 'added' | 'changed' | 'same' | 'left' | 'removed'
}

/** What an import changes, or what keeps it from changing anything. */
export type ScriptImport = { problems: FileProblem[]; changes: null } | { problems: []; changes: ScriptChange[] }

type StoredText = ScriptRow & { text: string }

/** One step of an import: a script that is stored, one that is given, or both. */
interface Step {
  act: ScriptChange['act']
  stored: StoredText | null
  given: GivenScript | null
}

/** The scripts of a place with their texts, by type and name. */
export async function listKeptScripts(ctx: Pick<Ctx, 'db'>, owner: ScriptOwner): Promise<KeptScript[]> {
  const rows = await storedTexts(ctx, owner)
  return rows.map(({ scriptType, extName, description, disabled, matching, text }) => ({
    ...{ scriptType, extName, description, disabled, matching, text },
  }))
}

/**
 * Makes the scripts of a place as the given ones, in one write, or changes nothing. Each is checked as its editor checks
 * it, and gets a new version where something of it differs. Scripts are told apart by type and name. `removesOthers`
 * deletes those that are not given, but never a configuration; `isDry` only says what would be done. Throws `conflict`
 * where somebody saves the same script meanwhile, `validation` for a configuration that cannot be published.
 */
export async function importScripts(
  ctx: Ctx,
  place: ScriptPlace,
  given: readonly GivenScript[],
  { removesOthers, isDry }: { removesOthers: boolean; isDry: boolean },
): Promise<ScriptImport> {
  const planned = stepsOf(await storedTexts(ctx, place.owner), given, removesOthers)
  const problems = await problemsOf(ctx, place, planned)
  if (problems.length > 0) return { problems, changes: null }
  if (isDry) return { problems: [], changes: planned.map(changeOf) }
  return write(ctx, async (tx): Promise<ScriptImport> => {
    await lockScripts(tx, place.owner)
    const steps = stepsOf(await storedTexts(tx, place.owner), given, removesOthers)
    for (const step of steps) await take(tx, place, step)
    if (steps.some(({ act }) => act === 'added' || act === 'changed' || act === 'removed'))
      await raiseHookVersions(tx.db, place.owner)
    return { problems: [], changes: steps.map(changeOf) }
  })
}

/** One import at a time, so that two of the same folder do not both add a script. */
async function lockScripts(tx: WriteTx, { surveyId }: ScriptOwner): Promise<void> {
  if (surveyId === null) await sql`lock table script in share row exclusive mode`.execute(tx.db)
  else await lockSurveyAlone(tx.db, surveyId)
}

async function storedTexts({ db }: Pick<Ctx, 'db'>, owner: ScriptOwner): Promise<StoredText[]> {
  const rows =
    owner.surveyId === null && owner.universeId !== null
      ? [await findUniverseScriptRow(db, owner.universeId)].filter((row) => row !== undefined)
      : await listScriptRows(db, owner.surveyId)
  const texts: StoredText[] = []
  for (const row of rows) {
    const version = await findVersionRow(db, row.id, row.version)
    texts.push({ ...row, text: withNewlines(version?.script ?? '') })
  }
  return texts
}

/** Line ends as on most systems, whatever an editor or a checkout made of them. */
function withNewlines(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function stepsOf(stored: readonly StoredText[], given: readonly GivenScript[], removesOthers: boolean): Step[] {
  const left = [...stored]
  const steps = given.map((one): Step => {
    const at = left.findIndex((row) => keyOf(row) === keyOf(one))
    const [row] = at === -1 ? [] : left.splice(at, 1)
    if (!row) return { act: 'added', stored: null, given: one }
    return { act: isSame(row, one) ? 'same' : 'changed', stored: row, given: one }
  })
  const others = left.map((row): Step => {
    const isRemoved = removesOthers && row.scriptType !== 'CONFIGURATION'
    return { act: isRemoved ? 'removed' : 'left', stored: row, given: null }
  })
  return [...steps, ...others]
}

/** A survey has one configuration, whatever it is called. */
function keyOf({ scriptType, extName }: ScriptContent): string {
  return scriptType === 'CONFIGURATION' ? scriptType : `${scriptType} ${extName}`
}

function isSame(stored: KeptScript, given: KeptScript): boolean {
  return (
    stored.extName === given.extName &&
    stored.description === given.description &&
    stored.disabled === given.disabled &&
    stored.matching.join('\n') === given.matching.join('\n') &&
    stored.text === withNewlines(given.text)
  )
}

function changeOf({ act, stored, given }: Step): ScriptChange {
  const { extName, scriptType } = given ?? stored ?? { extName: '', scriptType: '' }
  return { act, name: extName, scriptType }
}

async function problemsOf(ctx: Ctx, { owner, survey }: ScriptPlace, steps: readonly Step[]): Promise<FileProblem[]> {
  const problems: FileProblem[] = []
  const isOfUniverse = owner.surveyId === null && owner.universeId !== null
  for (const [index, { act, given, stored }] of steps.filter((step) => step.given !== null).entries()) {
    // What is stored was checked when it was saved; the survey may have changed since.
    if (given === null || act === 'same') continue
    const { file, text, scriptType } = given
    if (isOfUniverse && index > 0) problems.push({ file, words: 'a universe has one script' })
    try {
      demandType(scriptType, stored, owner)
      if (scriptType !== 'CONFIGURATION') await demandReadable(text)
      else if (owner.surveyId !== null) problems.push(...(await configurationProblems(ctx, survey, given)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      problems.push({ file, words: error.message })
    }
  }
  return problems
}

async function configurationProblems(ctx: Ctx, survey: string, { file, text }: GivenScript): Promise<FileProblem[]> {
  const { model } = await surveyAccess(ctx, survey)
  return readConfigurationText(text, knownQuestions(model))
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ line, column, words }) => ({ file, words: `line ${line}, column ${column}: ${String(words)}` }))
}

async function take(tx: WriteTx<Ctx>, { owner, survey }: ScriptPlace, { act, stored, given }: Step): Promise<void> {
  if (act === 'same' || act === 'left') return
  if (given === null) {
    if (stored) await removeScriptRow(tx, stored.id)
  } else if (stored === null) await addScript(tx, owner, given, withNewlines(given.text))
  else {
    const text = withNewlines(given.text)
    await saveOver(tx, survey, { stored, version: stored.version, content: given, text })
  }
  const object = (given ?? stored)?.extName ?? ''
  await tx.audit({ action: act === 'removed' ? 'script.remove' : 'script.save', ...ofSurvey(owner), object })
}
