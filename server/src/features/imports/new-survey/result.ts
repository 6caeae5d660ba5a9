import { getNewSurveyStatus } from '@gensvar/contract/new-survey'
import type { z } from 'zod'

/** What a run keeps as its result. */
export type NewSurveyResult = Pick<z.output<typeof getNewSurveyStatus.response>, 'check' | 'problems'>

/** The part of the answer that a run keeps. */
export const newSurveyResult = getNewSurveyStatus.response.pick({ check: true, problems: true })
