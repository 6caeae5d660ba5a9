import { Words, say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { figuresOf, withheldFigure } from '#server/domain/indicators/figures.ts'
import type { Figure } from '#server/domain/indicators/figures.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'

/** A survey besides the one on screen; null where the caller may not open it. */
export async function openSurvey(ctx: Ctx, survey: string): Promise<SurveyAccess | null> {
  try {
    return await surveyAccess(ctx, survey)
  } catch (error) {
    if (error instanceof AppError && (error.code === 'forbidden' || error.code === 'not_found')) return null
    throw error
  }
}

/** Figures of such a survey; withheld with the reason where it has none for what is asked of all. */
export async function figuresElsewhere(request: FigureRequest, indicators: readonly Indicator[]): Promise<Figure[]> {
  try {
    return await figuresOf(request, indicators)
  } catch (error) {
    // An anonymous survey may have no figures for this time span; those of the other surveys are still shown.
    if (!(error instanceof AppError) || error.code !== 'validation') throw error
    const why = error.words instanceof Words ? error.words : say`${error.words}`
    return indicators.map((indicator) => withheldFigure(indicator, why))
  }
}
