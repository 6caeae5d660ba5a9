import type { SurveyStatus } from '#web/lib/survey-status.ts'
import { createStore } from '#web/lib/store.ts'

/** The message to everybody. */
export type SystemMessage = SurveyStatus['systemMessage']

/** The message as the server has told it by the stream of notices; undefined until it has. */
export const systemMessageStore = createStore<{ told: SystemMessage | undefined }>({ told: undefined })
