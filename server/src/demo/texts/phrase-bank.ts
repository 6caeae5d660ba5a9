/** What people write about. */
export type Topic = 'helpful' | 'knowledge' | 'friendly' | 'range' | 'tidy' | 'value' | 'wait' | 'delivery' | 'digital'

/**
 * Sentences about a topic. `{agent}` is the first name of the person who served, `{minutes}` the time waited (two or
 * more).
 */
export interface TopicPhrases {
  good: readonly string[]
  bad: readonly string[]
  /** Answers to what could be better. */
  improve: readonly string[]
}

/** The sentences of a language that comments are put together from. */
export interface Phrases {
  topics: Record<Topic, TopicPhrases>
  /** About the visit as a whole. */
  good: readonly string[]
  middling: readonly string[]
  bad: readonly string[]
  /** Answers to what could be better by those who have no wishes. */
  nothing: readonly string[]
  /** What staff note on an interview. */
  followUps: readonly string[]
}
