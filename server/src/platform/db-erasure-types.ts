import type { Generated } from 'kysely'
import type { DateText, MomentNow, Optional } from './db-columns.ts'

/** How long a survey keeps who its respondents are, and their answers, in months; null for always. */
export interface SurveyRetentionTable {
  survey_id: number
  anonymise_after: Optional<number>
  erase_after: Optional<number>
  version: Generated<number>
  enforced_on: Optional<DateText>
}

/** What was erased or anonymised: one response by its hash, or those of some numbers and event dates. */
export interface ErasureTable {
  id: Generated<number>
  survey_id: number
  act: 'erase' | 'anonymise'
  response_hash: Optional<string>
  first_id: Optional<number>
  last_id: Optional<number>
  from_day: Optional<DateText>
  to_day: Optional<DateText>
  variables: Generated<string[]>
  done_at: MomentNow
}

/** Keyed hash of the foreign id of an erased respondent. */
export interface ErasedKeyTable {
  survey_id: number
  key_hash: string
}

/** What these hashes of a survey are keyed with. */
export interface ErasedKeySecretTable {
  survey_id: number
  secret: Buffer
}
