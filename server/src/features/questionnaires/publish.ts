import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { QuestionnaireState } from '@gensvar/contract/questionnaires'
import type { Ctx } from '#server/domain/context.ts'
import { announceConfiguration } from '#server/domain/notices/configuration-channel.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { lockSurveyAlone } from '#server/domain/survey/lock-survey.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { publishConfiguration, readCurrentConfiguration } from '#server/features/dashboard-editor/service.ts'
import { startConfiguration } from '#server/features/imports/service.ts'
import type { StartQuestion } from '#server/features/imports/service.ts'
import { writeQuestions } from '#server/features/metadata/service.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { demandNotOvertaken } from './begun-with.ts'
import { demandPublishable } from './check/check-document.ts'
import { knownNames } from './document/known-names.ts'
import { withNames } from './document/name-questions.ts'
import { replaceSection, withoutSection } from './document/replace-section.ts'
import { toQuestions } from './document/to-questions.ts'
import { toSection } from './document/to-section.ts'
import { clearDraft, demandDraft, stateOf } from './drafts.ts'
import { insertVersionRow } from './store.ts'

/** The section of a configuration that says what respondents are asked. */
const section = 'questionnaire'
const sectionComment = 'What respondents are asked, in this order, and what the page around it says.'

/**
 * Publishes the draft: its questions, the questionnaire of the configuration, and for a survey without a configuration a
 * first dashboard, in one write. Throws `conflict` at `version` for a stale draft, and at `basedOn` for one that would undo
 * what was changed outside of it; `validation` at each field that keeps it from being published.
 */
export async function publishQuestionnaire(
  ctx: Ctx,
  survey: string,
  { version, note }: { version: number; note: string },
): Promise<QuestionnaireState> {
  const { model: seen } = await surveyAccess(ctx, survey)
  return write(ctx, async (tx) => {
    await lockSurveyAlone(tx.db, seen.id)
    // Read again, with the survey locked: a question may have been renamed since the request began.
    const { model } = await surveyAccess(tx, survey)
    const draft = await demandDraft(tx, model, version)
    await demandNotOvertaken(tx, model, draft)
    const document = withNames(draft.document, model)
    demandPublishable(document, model)
    await putInForce(tx, model, { document, note })
    const { model: after } = await surveyAccess(tx, survey)
    const stored = { document, known: knownNames(document, after) }
    const number = await insertVersionRow(tx, model.id, { ...stored, author: nameOf(tx.identity), note })
    await clearDraft(tx, model, version)
    const details = { version: number, questions: document.questions.length, note }
    await tx.audit({ action: 'questionnaire.publish', surveyId: model.id, object: model.extName, details })
    await tx.surveyChanged(model.id)
    return stateOf(tx, after)
  })
}

async function putInForce(
  tx: WriteTx<Ctx>,
  model: SurveyModel,
  { document, note }: { document: QuestionnaireDocument; note: string },
): Promise<void> {
  const current = await readCurrentConfiguration(tx.db, model.id)
  const before = current?.text ?? ''
  const besides = current ? withoutSection(before, section) : null
  const kept = await writeQuestions(tx, { surveyId: model.id, configuration: besides }, toQuestions(document, model))
  const base = before.trim() === '' ? firstDashboard(tx, model, document) : before
  const text = replaceSection(base, { name: section, comment: sectionComment }, toSection(document, kept))
  if (text === before) {
    // Only words of questions have changed: dashboards that are open show them as well.
    await announceConfiguration(tx.db, model.id)
    return
  }
  try {
    await publishConfiguration(tx, model.extName, { text, note, current: current?.number ?? 0 })
  } catch (error) {
    throw atFields(error)
  }
}

function firstDashboard({ clock }: Pick<Ctx, 'clock'>, model: SurveyModel, document: QuestionnaireDocument): string {
  const [locale = 'en'] = document.languages
  const directions = new Map(document.questions.map(({ variable, scale }) => [variable, scale?.direction ?? 'high']))
  const asked = new Set(document.questions.map(({ variable }) => variable))
  const questions = toQuestions(document, model).map(({ scale, ...question }): StartQuestion => ({
    ...question,
    ...(scale && { scale }),
    isDetail: !asked.has(question.variable),
    direction: directions.get(question.variable) ?? 'high',
  }))
  const title = Object.keys(model.title).length > 0 ? { ...model.title } : model.extName
  return startConfiguration(questions, { extName: model.extName, title, locale }, todayIn(clock, model.timeZone))
}

/** What keeps a configuration from being published, at the fields of the questionnaire. */
function atFields(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'validation' || !error.fields) return error
  const fields = Object.entries(error.fields).map(([path, words]): [string, Words] => [
    path.startsWith(`${section}.`) ? path.slice(section.length + 1) : 'questions',
    words,
  ])
  return new AppError(
    'validation',
    say`The dashboard of the survey does not fit this questionnaire: ${error.words}`,
    Object.fromEntries(fields),
  )
}
