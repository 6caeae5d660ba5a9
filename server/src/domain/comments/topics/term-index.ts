import { languageData, isListed } from '#server/domain/text/languages.ts'
import { tokensOf } from '#server/domain/text/tokens.ts'
import { functionWords } from './function-words.ts'

/** A word in all its forms, or two words in a row, and the comments it stands in. */
export interface Term {
  kind: 'word' | 'pair'
  /** As a pattern of a category that catches exactly these comments: `queue~`, `not clean`. */
  pattern: string
  /** The form that most comments write, without signs of a pattern. */
  shown: string
  /** The words it is made of: the shortest form of one, or both of a pair. */
  words: readonly string[]
  /** Places of its comments in the list that was read, in its order. */
  comments: readonly number[]
}

/** Fewest letters of a word that is about something, and of one that is found in others with an ending. */
const shortest = { word: 3, stem: 4 }
const letters = /^[\p{L}\p{M}']+$/u

/**
 * The words and pairs of words of comments in one language, without those that only hold sentences together, and without what
 * has digits. Forms of a word are one term where the shortest of them is a word by itself. `pause` is awaited in each step.
 */
export async function termsOf(texts: readonly string[], lang: string, pause: () => Promise<void>): Promise<Term[]> {
  const empty = functionWords(lang)
  const isTopic = (word: string): boolean => word.length >= shortest.word && letters.test(word) && !empty.has(word)
  const words = new Map<string, number[]>()
  const pairs = new Map<string, number[]>()
  for (const [at, text] of texts.entries()) {
    await pause()
    const tokens = tokensOf(text)
    for (const [place, { word, sentence, isEmoji }] of tokens.entries()) {
      if (isEmoji) continue
      // Also those that are about nothing, because a pattern catches them if they are forms of a word that is.
      note(words, word, at)
      const next = tokens[place + 1]
      if (next?.sentence === sentence && isTopic(word) && isTopic(next.word)) note(pairs, `${word} ${next.word}`, at)
    }
  }
  return [
    ...wordTerms(words, lang, isTopic),
    ...[...pairs].map(([pair, comments]): Term => {
      return { kind: 'pair', pattern: pair, shown: pair, words: pair.split(' '), comments }
    }),
  ]
}

/** Comments come one after the other, so one that was noted is the last. */
function note(found: Map<string, number[]>, term: string, at: number): void {
  const known = found.get(term)
  if (!known) found.set(term, [at])
  else if (known.at(-1) !== at) known.push(at)
}

function wordTerms(
  words: ReadonlyMap<string, readonly number[]>,
  lang: string,
  isTopic: (word: string) => boolean,
): Term[] {
  const endings = isListed(lang) ? languageData(lang).lexicon.endings : new Set<string>()
  const stemsOf = (word: string): string[] => {
    const stems: string[] = []
    for (let length = shortest.stem; length < word.length; length++) {
      const stem = word.slice(0, length)
      if (words.has(stem) && isTopic(stem) && endings.has(word.slice(length))) stems.push(stem)
    }
    return stems
  }
  const forms = new Map<string, string[]>()
  const all = [...words.keys()].map((word) => ({ word, stems: stemsOf(word) }))
  for (const { word, stems } of all) if (stems.length === 0 && isTopic(word)) forms.set(word, [word])
  // A stem of which a shorter one is known is no term of its own.
  for (const { word, stems } of all) for (const stem of stems) forms.get(stem)?.push(word)
  return [...forms].map(([stem, own]): Term => {
    const comments = [...new Set(own.flatMap((form) => words.get(form) ?? []))].toSorted((a, b) => a - b)
    const uses = (form: string): number => words.get(form)?.length ?? 0
    const [shown = stem] = own.filter(isTopic).toSorted((a, b) => uses(b) - uses(a))
    const isInflected = endings.size > 0 && stem.length >= shortest.stem
    return { kind: 'word', pattern: isInflected ? `${stem}~` : stem, shown, words: [stem], comments }
  })
}

/**
 * The words of a comment that are about something, cut down to what their forms share: `queues` and `queued` are `queu`, so they
 * are part of each form, and not fit to be shown. Each once, in their order.
 */
export function stemsIn(text: string, lang: string): string[] {
  const empty = functionWords(lang)
  const endings = isListed(lang) ? languageData(lang).lexicon.endings : new Set<string>()
  const stemOf = (word: string): string => {
    for (let length = shortest.stem; length < word.length; length++)
      if (endings.has(word.slice(length))) return word.slice(0, length)
    return word
  }
  const words = tokensOf(text).filter(
    ({ word, isEmoji }) => !isEmoji && word.length >= shortest.word && letters.test(word) && !empty.has(word),
  )
  return [...new Set(words.map(({ word }) => stemOf(word)))]
}

/** Share of the comments of a word that have a pair, from which on the pair says the same, and the other way round. */
const nearlyAll = 0.8

/** Whether a term adds nothing to a better one: a word and a pair that holds it, of nearly the same comments. */
export function saysTheSame(better: Term, one: Term): boolean {
  if (better.kind === one.kind) return false
  const [word, pair] = better.kind === 'word' ? [better, one] : [one, better]
  const [stem = ''] = word.words
  if (!pair.words.some((part) => part.startsWith(stem))) return false
  const ofWord = new Set(word.comments)
  const shared = pair.comments.filter((at) => ofWord.has(at)).length
  return shared >= nearlyAll * one.comments.length
}
