import { newDocument } from '@gensvar/contract/questionnaire-document'
import type { createQuestionnaire as createRoute } from '@gensvar/contract/questionnaires'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { ensureAdministratorRole, openToAdministrators } from '#server/domain/build/role.ts'
import { authorOf, insertSurvey } from '#server/domain/build/survey.ts'
import { ensureUniverse } from '#server/domain/build/universe.ts'
import type { Ctx } from '#server/domain/context.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import { demandNewName, universeOf } from '#server/features/imports/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { presentBegin } from './begun-with.ts'
import { textsOf } from './document/to-section.ts'
import { saveDraftRow } from './store.ts'
import { templateDocument } from './templates/questionnaire-templates.ts'

/**
 * Makes a survey with the draft of a questionnaire, from a template or empty; an organisation that root names is created if
 * missing. Throws `forbidden` for another organisation and for whoever could not open it, `conflict` at `survey` for a name that is taken, `validation` at
 * `title`, `languages` or `universe`.
 */
export async function createQuestionnaire(
  ctx: Ctx,
  { survey, title, template, languages, ...asked }: z.output<(typeof createRoute)['body']>,
): Promise<{ universe: string; survey: string }> {
  const universe = universeOf(ctx, asked)
  await demandNewName(ctx, universe, survey)
  const titles = textsOf(title)
  const [main] = languages
  if (!main || titles[main] === undefined) {
    const words = say`Write a title in the first language.`
    throw new AppError('validation', words, { [`title.${main}`]: words })
  }
  const twice = languages.findIndex((language, at) => languages.indexOf(language) < at)
  if (twice >= 0) {
    const words = say`This language is there already.`
    throw new AppError('validation', words, { [`languages.${twice}`]: words })
  }
  const document = template === null ? newDocument(languages) : templateDocument(template, languages)
  return write(ctx, async (tx) => {
    const universeId = await ensureUniverse(tx.db, {
      name: universe,
      title: { [main]: asked.universeTitle ?? universe },
    })
    await ensureAdministratorRole(tx.db, universeId)
    const surveyId = await insertSurvey(tx.db, universeId, {
      extName: survey,
      title: titles,
      authorId: authorOf(tx.identity),
    })
    await openToAdministrators(tx.db, { universeId, surveyId })
    // Nobody makes a survey that they cannot open, as where what limits them in all surveys has no meaning in it. Whoever acts
    // as somebody makes it for them.
    if (!ctx.identity.isRoot && !ctx.identity.actor) await surveyAccess(tx, survey)
    const begunWith = await presentBegin(tx, await loadSurveyModelById(tx, surveyId))
    await saveDraftRow(tx, surveyId, {
      stored: { document, known: {}, begunWith },
      version: 0,
      author: nameOf(tx.identity),
    })
    const details = { template, languages }
    await tx.audit({ action: 'questionnaire.create', universeId, surveyId, object: survey, details })
    await tx.surveyChanged(surveyId)
    return { universe, survey }
  })
}
