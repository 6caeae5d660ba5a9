import type { Generated } from 'kysely'
import type { Json, JsonOrNull, MomentNow } from './db-columns.ts'

/** The draft of a survey's questionnaire; its document is null where it was published or discarded. */
export interface QuestionnaireDraftTable {
  survey_id: number
  document: JsonOrNull<object>
  known: Json<object>
  began_with: JsonOrNull<object>
  version: Generated<number>
  author: string
  changed_at: MomentNow
}

/** A published questionnaire. */
export interface QuestionnaireVersionTable {
  survey_id: number
  number: number
  document: Json<object>
  known: Json<object>
  author: string
  note: Generated<string>
  created_at: MomentNow
}
