import type { Doubt as ShownDoubt } from '@gensvar/contract/doubts'
import { quoted, say, titled } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { readConfiguration, saveConfiguration } from '#server/domain/build/configuration.ts'
import { raiseAlertsOf, writtenNow } from '#server/domain/alerts/raise.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import { noteSamplesOf } from '#server/domain/samples/updates/note-updates.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { authors, isGenerated } from '../configuration/configuration-to-save.ts'
import { readConfigFile } from '../configuration/config-file.ts'
import { generateConfiguration } from '../configuration/generate.ts'
import type { PlanRecord } from '../plan/plan-record.ts'
import { lockAllResponses } from '../load/store.ts'
import { lockSurvey, readSurveyPlace } from '../store.ts'
import { decidedPlan } from './decided-plan.ts'
import { deciderOf } from './decider.ts'
import { choiceOf, choicesOf, doubtId } from './doubt.ts'
import type { Choice, Decisions, Doubt } from './doubt.ts'
import { choiceLabel, plainWords } from './doubt-words.ts'
import { seenDoubts } from './effects.ts'
import type { SeenDoubt } from './effects.ts'
import { readFinalDoubts } from './answers-store.ts'
import { decisionsOf, finalWords, rewriteSurvey } from './rewrite-survey.ts'
import { readDoubts, readPlanRecord, saveDecisions } from './store.ts'
import type { StoredDoubt } from './store.ts'

/**
 * What imports into a survey were not sure of, open ones first. Figures and examples are of the responses that the
 * caller may see; an anonymous survey tells neither.
 */
export async function listDoubts(ctx: Ctx, survey: string): Promise<{ doubts: ShownDoubt[] }> {
  const access = await surveyAccess(ctx, survey)
  return { doubts: await shownDoubts(ctx, access, await readDoubts(ctx.db, access.model.id)) }
}

/**
 * Decides a doubt: answers, questions and a generated configuration become those of an import with that choice. Throws
 * `not_found`, `validation` for an unknown choice, and `conflict` for an old version, final answers, or a configuration
 * that does not fit the choice.
 */
export async function decideDoubt(
  ctx: Ctx,
  survey: string,
  id: string,
  { choice, version }: { choice: string; version: number },
): Promise<{ doubt: ShownDoubt; xid: number }> {
  const { doubts, xid } = await decideDoubts(ctx, survey, { choice, doubts: [{ id, version }] })
  const [doubt] = doubts
  if (!doubt) throw notDoubted(id, survey)
  return { doubt, xid }
}

/**
 * Decides several doubts alike, all or none of them: one change of the survey, with an entry of the audit log for each.
 * Returns them as they are then. Throws as `decideDoubt` does.
 */
export async function decideDoubts(
  ctx: Ctx,
  survey: string,
  { choice: name, doubts: wanted }: { choice: string; doubts: readonly { id: string; version: number }[] },
): Promise<{ doubts: ShownDoubt[]; xid: number }> {
  const { model } = await surveyAccess(ctx, survey)
  const versions = new Map(wanted.map(({ id, version }) => [id, version]))
  const xid = await write(ctx, async (tx) => {
    await lockSurvey(tx.db, model.id)
    const stored = await readDoubts(tx.db, model.id)
    const known = new Map(stored.map((one) => [doubtId(one.doubt), one]))
    const decided = [...versions].map(([id, version]) => {
      const one = known.get(id)
      if (!one) throw notDoubted(id, survey)
      return { ...one, id, choice: demandChoice(one.doubt, name), version }
    })
    const [first] = decided
    const decision = first && { choice: first.choice, ...deciderOf(ctx.identity) }
    if (decision && !(await saveDecisions(tx.db, model.id, decided, decision))) throw decidedMeanwhile()
    const before = decisionsOf(stored)
    const after = new Map([...before, ...decided.map(({ id, choice }) => [id, choice] as const)])
    const responses = await decide(tx, model, stored, { before, after })
    const entries = decided.map(({ id, choice, chosen }) => {
      const details = { choice, before: chosen, responses: responses.get(id) ?? 0 }
      return { action: 'doubt.decide', surveyId: model.id, universeId: model.universeId, object: id, details }
    })
    const alerts = await raiseAlertsOf(tx, model.id, { which: writtenNow })
    await noteSamplesOf(tx, model.id, writtenNow)
    await tx.audit(...entries, ...(alerts === 0 ? [] : [raisedEntry(model, alerts)]))
    return tx.surveyChanged(model.id)
  })
  const { doubts } = await listDoubts(readingAgain(ctx), survey)
  return { doubts: doubts.filter(({ id }) => versions.has(id)), xid }
}

function raisedEntry({ id, universeId }: SurveyModel, alerts: number) {
  return { action: 'alert.raise', surveyId: id, universeId, details: { alerts } }
}

function notDoubted(id: string, survey: string): AppError {
  return new AppError('not_found', say`There is no doubt "${id}" about the survey "${survey}".`)
}

function decidedMeanwhile(): AppError {
  const words = say`Somebody decided this meanwhile. Look at it again.`
  return new AppError('conflict', words, { version: words })
}

/** A context that reads the survey again: what a request has read of it is cached by its identity. */
function readingAgain(ctx: Ctx): Ctx {
  return { ...ctx, identity: { ...ctx.identity } }
}

function demandChoice(doubt: Doubt, name: string): Choice {
  const choice = choiceOf(doubt.kind, name)
  if (choice) return choice
  const words = say`"${name}" is no choice for ${doubtId(doubt)}. Choose one of ${quoted(choicesOf[doubt.kind])}.`
  throw new AppError('validation', words, { choice: words })
}

async function decide(
  tx: WriteTx,
  model: SurveyModel,
  stored: readonly StoredDoubt[],
  { before, after }: { before: Decisions; after: Decisions },
): Promise<ReadonlyMap<string, number>> {
  const record = await readPlanRecord(tx.db, model.id)
  if (!record) throw new Error(`survey ${model.id} has doubts and no plan`)
  const doubts = stored.map(({ doubt }) => doubt)
  const survey = {
    id: model.id,
    locale: (await readSurveyPlace(tx.db, model.id))?.locale ?? 'en',
    plan: record.plan,
    questions: new Map([...model.questions.values()].map(({ variable, id }) => [variable, id])),
  }
  await lockAllResponses(tx.db, model.id)
  await followWithConfiguration(tx, model, record, { doubts, before, after })
  return rewriteSurvey(tx.db, survey, doubts, { before, after })
}

/** Generates the configuration again if it is generated; one that is not must fit the decision. */
async function followWithConfiguration(
  tx: WriteTx,
  model: SurveyModel,
  record: PlanRecord,
  { doubts, before, after }: { doubts: readonly Doubt[]; before: Decisions; after: Decisions },
): Promise<void> {
  const current = await readConfiguration(tx.db, model.id)
  if (!current) return
  const check = (decisions: Decisions): void =>
    readConfigFile('configuration', current.text).check(decidedPlan(record.plan, doubts, decisions).columns)
  try {
    if (isGenerated(current)) {
      const text = generateConfiguration(record, model.extName, { doubts, decisions: after })
      if (text === current.text) return
      const { id, universeId, extName } = model
      const author = record.given === null ? authors.written : authors.added
      await saveConfiguration(tx.db, { id, universeId, extName }, { text, source: 'import', author })
    } else if (fits(() => check(before))) check(after)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(
      'conflict',
      say`The configuration of the survey does not fit this choice. Change it first: ${error.words}`,
    )
  }
}

function fits(check: () => void): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}

async function shownDoubts(ctx: Ctx, access: SurveyAccess, stored: readonly StoredDoubt[]): Promise<ShownDoubt[]> {
  const { model } = access
  const places = new Map([...model.questions.keys()].map((variable, index) => [variable, index]))
  const place = ({ doubt }: StoredDoubt): number => places.get(doubt.variable) ?? places.size
  const sorted = stored.toSorted(
    (a, b) => Number(a.decided !== null) - Number(b.decided !== null) || place(a) - place(b),
  )
  const doubts = sorted.map(({ doubt }) => doubt)
  const seen = model.anonymity ? new Map<string, SeenDoubt>() : await seenDoubts(ctx, access, doubts)
  const final = model.anonymity ? await readFinalDoubts(ctx.db, model.id, doubts) : new Set<string>()
  const named = await namedBy(ctx, model)
  return sorted.map((one) => {
    const id = doubtId(one.doubt)
    return shown(ctx, access, one, { seen: seen.get(id) ?? null, isLocked: final.has(id), isNamed: named(one) })
  })
}

/** Tells which doubts are decided so that a configuration changed by hand still names a column that is hidden. */
async function namedBy(ctx: Ctx, model: SurveyModel): Promise<(one: StoredDoubt) => boolean> {
  const current = await readConfiguration(ctx.db, model.id)
  const text = current && !isGenerated(current) ? current.text : ''
  const words = new Set(text.split(/[^\p{L}\p{N}\p{M}_]+/u))
  return ({ doubt, chosen }) => chosen === 'hidden' && words.has(doubt.variable)
}

function shown(
  { locale }: Ctx,
  { model }: SurveyAccess,
  { doubt, chosen, decided, version }: StoredDoubt,
  { seen, isLocked, isNamed }: { seen: SeenDoubt | null; isLocked: boolean; isNamed: boolean },
): ShownDoubt {
  const said = (words: Words | ''): string => (words === '' ? '' : translate(words, locale))
  const question = model.questions.get(doubt.variable)
  const words = said(seen?.words ?? plainWords(doubt))
  const named = isNamed ? ` ${said(say`The configuration, which was changed by hand, still names it.`)}` : ''
  return {
    id: doubtId(doubt),
    kind: doubt.kind,
    variable: doubt.variable,
    title: question ? titled(titleOf(question)).in(locale) : doubt.variable,
    words: `${words.charAt(0).toUpperCase()}${words.slice(1)}.${named}`,
    examples: seen?.examples ?? [],
    choices: choicesOf[doubt.kind].map((name) => ({
      name,
      label: said(choiceLabel(name)),
      effect: said(seen?.effectOf(name) ?? ''),
    })),
    chosen,
    decided: decided && {
      through: decided.through,
      by: decided.through === 'person' ? decided.by : null,
      at: decided.at.toISOString(),
    },
    locked: isLocked ? said(finalWords) : null,
    version,
  }
}
