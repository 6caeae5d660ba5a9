/** Words that stand for "no answer" in any kind of column, in lower case without a full stop at the end. */
const missingWords = new Set([
  ...['-', '--', '---', '–', '—', '−', '.', '..', '...', '?', '/', '*', 'x.x'],
  ...['n/a', 'na', 'n.a', '#n/a', '#na', 'nan', 'null', '(null)', '#null!', '\\n', 'nil', '<na>', '(blank)', '(empty)'],
  ...['#div/0!', '#value!', '#ref!', '#name?', '#num!'],
  ...['missing', 'no answer', 'no response', 'not answered', 'unanswered', 'not applicable', 'not available'],
  ...["don't know", 'don’t know', 'dont know', 'do not know', 'dk', 'not rated', 'not stated', 'no opinion'],
  ...['dont know / not applicable', "don't know/not applicable", "don't know / no answer", 'no answer/refused'],
  ...[
    'vet ej',
    'vet inte',
    'ej svar',
    'inget svar',
    'ej besvarat',
    'obesvarad',
    'obesvarat',
    'ej aktuellt',
    'ej tillämpligt',
  ],
  ...['uppgift saknas', 'saknas', 'ingen åsikt', 'ingen uppfattning', 'har ingen uppfattning', 'vet ej/ingen åsikt'],
  ...['vet ej / ingen åsikt', 'vet inte/ej aktuellt', 'vet ej/ej aktuellt', 'kan ej bedöma', 'kan inte bedöma'],
  ...[
    'vet ikke',
    'ikke svar',
    'ikke svart',
    'ikke besvart',
    'ubesvart',
    'ikke aktuelt',
    'ikke relevant',
    'ingen mening',
    'vet ikke/ikke aktuelt',
    'vet ikke / ikke aktuelt',
    'har ingen mening',
    'kan ikke vurdere',
  ],
  ...['ved ikke', 'ved ej', 'intet svar', 'ikke besvaret', 'ubesvaret', 'ikke oplyst', 'ikke oppgitt'],
  ...['ved ikke/ikke relevant', 'ved ikke / ikke relevant', 'kan ikke bedømme'],
  ...[
    'ei osaa sanoa',
    'en osaa sanoa',
    'eos',
    'en tiedä',
    'ei tiedossa',
    'ei vastausta',
    'ei vastattu',
    'ei koske minua',
    'en osaa arvioida',
    'ei mielipidettä',
  ],
  ...['weiß nicht', 'keine angabe', 'k.a'],
  // Written by whoever published the file.
  ...['redacted', 'removed for privacy', 'withheld', 'anonymized', 'anonymised'],
  ...['maskerat', 'maskerad', 'anonymiserat', 'anonymiserad', 'sladdet', 'anonymisert', 'anonymiseret', 'poistettu'],
])

/** Whether a number outside a scale is a code survey programs write for "no answer": 99 beside 1-5. */
export function isMissingCode(value: number, scale: { min: number; max: number }): boolean {
  return missingCodes.has(value) && (value > scale.max || value < scale.min)
}

/** Codes survey programs write for "no answer" beside a scale that ends far below them. */
export const missingCodes: ReadonlySet<number> = new Set([-1, -9, -99, -999, 97, 98, 99, 997, 998, 999, 9999])

/** Whether a trimmed cell means "not answered": a dash, `N/A`, `vet ej`, `don't know` and the like. */
export function isMissingWord(text: string): boolean {
  if (text.length > 30) return false
  const lower = text.toLowerCase()
  const word = lower.includes('  ') ? lower.replace(/\s+/g, ' ') : lower
  const ended = word.length > 1 && word.endsWith('.') ? word.slice(0, -1) : word
  return [word, ended, bare(word), noted(word)].some((one) => missingWords.has(one))
}

/** A word without the signs that set it off from answers: `*redacted*`, `[N/A]`, `N/A*`. */
function bare(word: string): string {
  // Most words have none, and looking at both ends costs less than replacing.
  if (!/^[*[(<{"']|[*\])>}"']$/.test(word)) return word
  return word.replace(/^[*[(<{"']+(?=[\p{L}#])/u, '').replace(/(?<=[\p{L}])[*\])>}"']+$/u, '')
}

/** What a word says in brackets at its end: "Unfamiliar (N/A)". */
function noted(word: string): string {
  // Shorter ones may be of something else: "North America (NA)".
  return word.endsWith(')') ? (/\S\s*\(([^()]+[/ ][^()]+)\)$/u.exec(word)?.[1] ?? '') : ''
}
