/** What a comment says as a whole. Comments that say both good and bad things are neutral, with `mixed` set. */
export type Label = 'pos' | 'neg' | 'neu'

/** Why a stretch of the comment has its weight. */
export interface Span {
  /** Place in the comment, in UTF-16 units, `end` exclusive. */
  start: number
  end: number
  /** What it adds to the score; below 0 is bad. */
  weight: number
  kind: 'word' | 'phrase' | 'pair' | 'too' | 'emoji' | 'grade' | 'trained' | 'model' | 'answer'
  /** The entry of the word list, or the word that was learnt. */
  entry: string
  /** What changed the entry's own weight. */
  because: SpanReason[]
}

/** What changes the weight of an entry. */
export type SpanReason = 'negated' | 'stronger' | 'weaker' | 'wished' | 'before-but' | 'conclusion'

/** Why nothing, or less than usual, could be said of a comment. */
export type Flag =
  | 'empty'
  | 'no-words'
  | 'nothing-to-say'
  | 'nothing-found'
  | 'unknown-language'
  | 'rough'
  | 'shortened'
  | 'broken-text'

/** A category that a comment speaks of, with what it says of it. */
export interface CategoryHit {
  /** Keys of the taxonomy from the top, joined by `/`. */
  id: string
  label: Label
  score: number
  spans: { start: number; end: number; pattern: string }[]
}

/** What an analyzer says of one comment. */
export interface CommentAnalysis {
  /** Language the comment was read in; `und` if it is none that the analyzer knows. */
  lang: string
  /** Share of certainty of the language, 0 to 1. 1 if it was given. */
  langConfidence: number
  label: Label
  /** From -1 (all bad) to 1 (all good). */
  score: number
  /** Whether the comment says both good and bad things of about the same weight. */
  mixed: boolean
  spans: Span[]
  categories: CategoryHit[]
  flags: Flag[]
  engine: { id: string; version: string }
}

/** A comment to analyse. */
export interface CommentInput {
  text: string
  /** Language to read it in. Without it the language is detected. */
  lang?: string | undefined
  /** The respondent's language, which a detected one must clearly beat. */
  likelyLang?: string | undefined
  /** Words of the question, which may ask for good or for bad things ("What can we improve?"). */
  question?: string | undefined
}

/** Judges comments. Never throws because of what a comment contains. */
export interface TextAnalyzer {
  readonly id: string
  /** Changes whenever the same comment may be judged differently. */
  readonly version: string
  analyse(comments: readonly CommentInput[], signal?: AbortSignal): Promise<CommentAnalysis[]>
}
