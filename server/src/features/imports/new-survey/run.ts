import { dateInZone } from '@gensvar/contract/dates'
import type { NewSurveyCheck } from '@gensvar/contract/new-survey-plan'
import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { ImportRefusal } from '../import-words.ts'
import type { ImportWatch, PlannedTable } from '../import-request.ts'
import type { NewSurveyRun } from '../runs/payload.ts'
import { importFile } from '../import-file.ts'
import { firstPageOf } from './first-page.ts'
import { importRequestOf } from './import-request.ts'
import { optionOf, reportCheck } from './report-check.ts'
import { demandNewName, universeOf } from './target.ts'
import type { NewSurveyResult } from './result.ts'

/**
 * Checks a file as a survey to be, or makes the survey: by the one function that the command line imports with. What is
 * wrong with a file or its options is the result of a check.
 */
export async function runNewSurvey(
  ctx: Ctx,
  { options, mode }: NewSurveyRun,
  path: string,
  watch: ImportWatch,
): Promise<NewSurveyResult> {
  if (!ctx.identity.mayCreateSurveys)
    throw new AppError(
      'forbidden',
      say`Only root users, and administrators whom root has allowed to, may make surveys.`,
    )
  const universe = universeOf(ctx, options)
  await demandNewName(ctx, universe, options.survey)
  const request = importRequestOf(options, universe, path)
  if (mode === 'import') {
    await importFile(ctx, request, watch)
    return { check: null, problems: [] }
  }
  const found: { planned: PlannedTable; page: NewSurveyCheck['page'] }[] = []
  const onPlanned = async (planned: PlannedTable): Promise<void> => {
    const today = dateInZone(ctx.clock.now(), ctx.identity.universe?.timeZone ?? 'UTC')
    const page = await firstPageOf(planned, { title: options.title, today, locale: ctx.locale, signal: watch.signal })
    found.push({ planned, page })
  }
  try {
    const result = await importFile(ctx, { ...request, dryRun: true }, { ...watch, onPlanned })
    const [one] = found
    if (!one) throw new Error('nothing was planned')
    const check = reportCheck(result, one.planned, { options, locale: ctx.locale })
    return { check: { ...check, page: one.page }, problems: [] }
  } catch (error) {
    if (!(error instanceof ImportRefusal) || watch.signal?.aborted) throw error
    const { where, settings, words } = error
    const problem = {
      message: translate(words, ctx.locale),
      row: where.row ?? where.line ?? null,
      column: where.column ?? null,
      read: null,
      fields: settings.flatMap((field) => optionOf(field) ?? []),
    }
    return { check: null, problems: [problem] }
  }
}
