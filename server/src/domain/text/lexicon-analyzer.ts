import type { CommentAnalysis, CommentInput, TextAnalyzer } from './analysis.ts'
import { Categoriser } from './categories/categorise.ts'
import type { Taxonomy } from './categories/taxonomy.ts'
import { judge } from './judge.ts'
import type { Judgement } from './judge.ts'
import { detectLanguage } from './language/detect-language.ts'
import type { KnownLanguage, LanguageGuess } from './language/detect-language.ts'
import { isListed, isRough, languageData, lexiconVersion, roughLexicon } from './languages.ts'
import type { ListedLanguage } from './languages.ts'
import { directionOf } from './question-direction.ts'
import { tokensOf } from './tokens.ts'

/** Raised when the same words and word list may give another result. */
export const engineVersion = 4

/** Words of lists that are evidence of a language: function words are in `language/signs.txt`. */
function knowsWord(lang: KnownLanguage, word: string): boolean {
  return isListed(lang) && word.length >= 3 && languageData(lang).lexicon.hasEntry(word)
}

export interface JudgedComment {
  analysis: CommentAnalysis
  judgement: Judgement
  negates: (word: string) => boolean
}

/** Judges comments by word lists, in five languages. Works without any other service. */
export class LexiconAnalyzer implements TextAnalyzer {
  readonly id = 'lexicon'
  readonly version = `${engineVersion}.${lexiconVersion()}`
  readonly #categorisers = new Map<ListedLanguage, Categoriser>()

  /** With taxonomies by language; the starter taxonomy serves a language that has none. */
  constructor(taxonomies: Partial<Record<ListedLanguage, Taxonomy>> = {}) {
    for (const [lang, taxonomy] of Object.entries(taxonomies))
      if (isListed(lang)) this.#categorisers.set(lang, new Categoriser(taxonomy, languageData(lang).lexicon.endings))
  }

  async analyse(comments: readonly CommentInput[], signal?: AbortSignal): Promise<CommentAnalysis[]> {
    return comments.map((comment) => {
      signal?.throwIfAborted()
      return this.analyseOne(comment)
    })
  }

  /** Judges one comment. */
  analyseOne(comment: CommentInput): CommentAnalysis {
    return this.judgeOne(comment).analysis
  }

  /** Judges one comment, with what was read of its words, and what negates in its language. */
  judgeOne({ text, lang, likelyLang, question }: CommentInput): JudgedComment {
    const tokens = tokensOf(text)
    const guess: { lang: string; confidence: number } =
      lang === undefined ? detectLanguage(tokens, likelyLang, knowsWord) : { lang, confidence: 1 }
    const { lang: read } = guess
    const lexicon = isRough(read) ? roughLexicon(read) : languageData(isListed(read) ? read : 'en').lexicon
    const judgement = judge(text, lexicon, directionOf(question), tokens)
    const found = isListed(read) ? judgement : isRough(read) ? roughly(judgement) : onlyEmoji(judgement)
    const { label, score, mixed, spans, flags } = found
    return {
      judgement: found,
      negates: (word) => lexicon.factsOf(word).negates,
      analysis: {
        lang: guess.lang,
        langConfidence: guess.confidence,
        label,
        score,
        mixed,
        spans,
        categories: isListed(read) ? (this.#categorisers.get(read) ?? languageData(read).categoriser).find(found) : [],
        flags,
        engine: { id: this.id, version: this.version },
      },
    }
  }
}

/** The language of a comment, as `analyse` would read it. */
export function guessLanguage(text: string, likelyLang?: string): LanguageGuess {
  return detectLanguage(tokensOf(text), likelyLang, knowsWord)
}

/** A judgement by a short list and translated words, which says so. */
function roughly(judgement: Judgement): Judgement {
  return { ...judgement, flags: [...judgement.flags, 'rough'] }
}

/** Of a comment in a language without a word list only emoji and grades count. */
function onlyEmoji(judgement: Judgement): Judgement {
  const spans = judgement.spans.filter(({ kind }) => kind === 'emoji' || kind === 'grade')
  const total = spans.reduce((sum, { weight }) => sum + weight, 0)
  const flags = judgement.flags.filter((flag) => flag !== 'nothing-found')
  const hasWords = judgement.tokens.some(({ isEmoji }) => !isEmoji)
  return {
    ...judgement,
    spans,
    mixed: false,
    score: total / Math.sqrt(total * total + 15),
    label: total > 0 ? 'pos' : total < 0 ? 'neg' : 'neu',
    flags: hasWords && !flags.includes('nothing-to-say') ? [...flags, 'unknown-language'] : flags,
  }
}
