import { say } from '@gensvar/contract/say'

/** Why messages to a respondent who was anonymised are not sent; written by the database (migration 0043). */
export const anonymisedReason = say`The respondent was anonymised before this was sent.`
