/** What a stretch of a text tells of somebody; what is surest is first. */
export const personalKinds = ['email', 'personal-number', 'phone'] as const

/** What a stretch of a text tells of somebody. */
export type PersonalKind = (typeof personalKinds)[number]

/** A stretch of a text that tells how to reach somebody, or who they are. */
export interface PersonalSpan {
  /** Place in the text, in UTF-16 units, `end` exclusive. */
  start: number
  end: number
  kind: PersonalKind
}
