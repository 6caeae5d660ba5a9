import { describe, expect, test } from 'vitest'
import { readCategoryPattern, readTaxonomy } from './categories/taxonomy.ts'
import { languageData, listedLanguages } from './languages.ts'
import { LexiconAnalyzer, guessLanguage } from './lexicon-analyzer.ts'
import { readLexicon } from './read-lexicon.ts'
import { hasReviews, labelledComments, ratedReviews } from './testing/labelled.ts'
import type { LabelledSet } from './testing/labelled.ts'
import { longestText } from './tokens.ts'
import { featuresOf } from './training/features.ts'
import { randomNumbers, shuffle } from '#server/domain/statistics/seeded-random.ts'
import { chanceOfGood, learn } from './training/logistic.ts'
import { ratingSides } from './training/rating-scale.ts'
import { train } from './training/train.ts'
import { TrainedAnalyzer } from './training/trained-analyzer.ts'

const analyzer = new LexiconAnalyzer()

/** The real reviews, judged once for all tests; none where they are not beside the checkout. */
const reviews = hasReviews
  ? ratedReviews().map(({ text, isGood }) => ({ isGood, ...analyzer.judgeOne({ text, lang: 'en' }) }))
  : []

function judged(text: string, lang = 'en', question?: string) {
  return analyzer.analyseOne({ text, lang, question })
}

/** Share of comments told rightly, with those that say both counted as neutral. */
function accuracy(lang: (typeof listedLanguages)[number], isSeen: boolean, set?: LabelledSet): number {
  const comments = labelledComments(lang, set).filter((comment) => comment.isSeen === isSeen)
  const right = comments.filter(({ label, text }) => judged(text, lang).label === (label === 'mix' ? 'neu' : label))
  return right.length / comments.length
}

describe('a regression gate of comments labelled by hand', () => {
  const least = { en: 0.9, sv: 0.9, no: 0.9, da: 0.9, fi: 0.9 }

  test.each(listedLanguages)('%s: both halves are told as well as before', (lang) => {
    const comments = labelledComments(lang)
    expect([comments.length, new Set(comments.map(({ text }) => text)).size]).toEqual([200, 200])
    expect(accuracy(lang, true)).toBeGreaterThanOrEqual(least[lang])
    expect(accuracy(lang, false)).toBeGreaterThanOrEqual(least[lang])
  })

  test.each([
    ['en', 0.9, 0.67],
    ['sv', 0.9, 0.75],
    ['no', 0.84, 0.86],
    ['da', 0.9, 0.77],
    ['fi', 0.87, 0.67],
  ] as const)('%s: comments written by another hand are told as well as before', (lang, seen, unseen) => {
    expect(accuracy(lang, true, 'fresh')).toBeGreaterThanOrEqual(seen)
    expect(accuracy(lang, false, 'fresh')).toBeGreaterThanOrEqual(unseen)
  })

  test.each([
    ['en', 0.87],
    ['sv', 0.86],
    ['no', 0.81],
    ['da', 0.89],
    ['fi', 0.85],
  ] as const)('%s: comments that were only counted are told as well as before', (lang, least) => {
    expect((accuracy(lang, true, 'second') + accuracy(lang, false, 'second')) / 2).toBeGreaterThanOrEqual(least)
  })

  test.runIf(hasReviews)('real reviews by others agree with their ratings', () => {
    const committed = reviews.filter(({ analysis }) => analysis.label !== 'neu')
    expect(committed.length / reviews.length).toBeGreaterThanOrEqual(0.85)
    const right = committed.filter(({ analysis, isGood }) => (analysis.label === 'pos') === isGood)
    expect(right.length / committed.length).toBeGreaterThanOrEqual(0.88)
  })
})

describe('a judgement', () => {
  test.each([
    ['en', 'not good at all', 'neg'],
    ['en', 'no problems', 'pos'],
    ['en', 'it could be friendlier', 'neg'],
    ['en', 'sooooo gooood', 'pos'],
    ['en', 'The queue was too long', 'neg'],
    ['en', 'Verry profesional and accomodating staff', 'pos'],
    ['en', 'The terrace is heated and the app is good, but try finding a table', 'neu'],
    ['en', 'I rang twice, they said Monday, that was weeks ago', 'neg'],
    ['en', 'The food was great, the service was not', 'neu'],
    ['en', 'Excellent doctor, it was terribly hard to get an appointment though', 'neu'],
    ['en', 'It would be useful to have more seats', 'neu'],
    ['sv', 'Maten var god. Servicen var urusel.', 'neu'],
    ['sv', 'Rekommenderar inte', 'neg'],
    ['sv', 'Det var inte dyrt', 'pos'],
    ['sv', 'jättetrevliga och hjälpsamma', 'pos'],
    ['sv', 'otrevlgt bemott men trevlig lokal och daligt svar', 'neg'],
    ['no', 'Fungerer ikke', 'neg'],
    ['da', 'Personalet hjalp os ikke', 'neg'],
    ['fi', 'En ollut tyytyväinen', 'neg'],
    ['fi', 'epäystävällinen myyjä', 'neg'],
    ['fi', 'palvelu oli nopeaa ja ystävällistä', 'pos'],
  ])('%s: "%s" is %s', (lang, text, label) => {
    expect(judged(text, lang).label).toBe(label)
  })

  test('names the words that caused it, where they stand in the comment as given', () => {
    const text = '<p>😀 The cafe\u0301 was clean</p> but THE TOILETS were not clean! 😡'
    const { spans, mixed, label } = judged(text)
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(['😀', 'clean', 'not clean', '😡'])
    expect(spans.map(({ weight }) => Math.sign(weight))).toEqual([1, 1, -1, -1])
    expect([label, mixed]).toEqual(['neu', true])
    expect(judged('not really friendly').spans[0]).toMatchObject({ because: expect.arrayContaining(['negated']) })
  })

  test('of a short answer follows the direction of the question', () => {
    expect(judged('parking', 'en', 'What can we improve?').label).toBe('neg')
    expect(judged('nothing', 'en', 'What can we improve?').label).toBe('pos')
    expect(judged('the staff', 'en', 'What did you like best?').label).toBe('pos')
    expect(judged('parking', 'en', 'Anything else?')).toMatchObject({ label: 'neu', flags: ['nothing-found'] })
  })

  const better = {
    en: 'What could be better?',
    sv: 'Vad kan vi bli bättre på?',
    no: 'Hva kan vi bli bedre på?',
    da: 'Hvad kan vi blive bedre til?',
    fi: 'Mitä voisimme parantaa?',
  }

  test.each([
    [
      'en',
      ['Friendlier staff', 'More friendly staff', 'Faster tills', 'Right price on the shelf', 'Better communication'],
    ],
    ['sv', ['Trevligare personal', 'Snabbare kassor', 'Rätt pris på hyllan', 'Bättre information', 'Kortare köer']],
    ['no', ['Hyggeligere personale', 'Raskere kasser', 'Riktig pris på hyllen', 'Bedre informasjon', 'Kortere køer']],
    ['da', ['Venligere personale', 'Hurtigere kasser', 'Rigtig pris på hylden', 'Bedre information', 'Kortere køer']],
    [
      'fi',
      [
        'Ystävällisempi henkilökunta',
        'Nopeammat kassat',
        'Oikea hinta hyllyssä',
        'Parempi tiedotus',
        'Lyhyemmät jonot',
      ],
    ],
  ] as const)('%s: what is wished for is no praise where a question asks what could be better', (lang, texts) => {
    const told = texts.map((text) => [text, judged(text, lang, better[lang]).label])
    expect(told).toEqual(texts.map((text) => [text, 'neg']))
    const [friendlier] = texts
    expect(judged(friendlier, lang).label).toBe('pos')
    expect(judged(friendlier, lang, better[lang]).spans[0]?.because).toContain('wished')
  })

  test.each([
    [
      'en',
      [
        'Nothing, friendly staff',
        'The staff are friendlier now',
        'Better than before',
        'Good',
        'Very good staff',
        'No complaints',
      ],
    ],
    [
      'sv',
      [
        'Inget, mycket nöjd',
        'Personalen är trevlig',
        'Bättre än förut',
        'Bra',
        'Det har blivit bättre',
        'Inga klagomål',
      ],
    ],
    ['no', ['Ingenting, veldig fornøyd', 'Personalet er hyggelig', 'Bedre enn før', 'Bra', 'Alt var bra']],
    ['da', ['Intet, meget tilfreds', 'Personalet er venligt', 'Bedre end før', 'Godt', 'Alt var godt']],
    [
      'fi',
      ['Ei mitään, olen tyytyväinen', 'Palvelu on ystävällistä', 'Parempi kuin ennen', 'Hyvä', 'Kaikki oli hyvin'],
    ],
  ] as const)('%s: praise stays praise there', (lang, texts) => {
    const told = texts.map((text) => [text, judged(text, lang, better[lang]).label])
    expect(told).toEqual(texts.map((text) => [text, 'pos']))
  })

  test('few words that may be a wish or praise are neither, and what follows a "but" is what it is', () => {
    expect(judged('Friendly staff', 'en', better.en)).toMatchObject({ label: 'neu', mixed: false })
    expect(judged('Snabbare kassor men trevlig personal', 'sv', better.sv)).toMatchObject({ label: 'neu', mixed: true })
  })

  test.each([
    ['', 'empty'],
    ['   \n', 'empty'],
    ['---', 'no-words'],
    ['N/A', 'nothing-to-say'],
    ['xylophone', 'nothing-found'],
    ['\uD800 \0', 'broken-text'],
    ['<!-- <b> -->', 'no-words'],
    [`${'word '.repeat(20_480)}`, 'shortened'],
  ])('of bad input %j is neutral and says why', (text, flag) => {
    const { label, score, flags } = judged(text)
    expect({ label, score }).toEqual({ label: 'neu', score: 0 })
    expect(flags).toContain(flag)
  })

  test('takes time in proportion to the length, whatever is in it', () => {
    for (const part of ['<a', 'http://a.a@', '5/', "don't ", 'å̊', 'not good but '])
      expect(judged(part.repeat(100_000 / part.length)).flags).toContain('shortened')
    expect(longestText).toBeLessThan(100_000)
  }, 10_000)

  test('of a language without a word list says that it knows none', () => {
    expect(analyzer.analyseOne({ text: 'השירות היה נורא ואיום' })).toMatchObject({
      lang: 'und',
      label: 'neu',
      flags: ['unknown-language'],
    })
  })

  test.each([
    ['de', 'Das Personal war sehr freundlich und die Zimmer waren gut', 'pos'],
    ['de', 'Wir haben zwei Stunden gewartet und niemand hat uns geholfen.', 'neg'],
    ['fr', "Je ne suis pas satisfait du tout, la qualité n'est pas bonne.", 'neg'],
    ['it', 'Tutto perfetto, camera pulita e colazione abbondante.', 'pos'],
    ['es', 'No funciona, llevo tres semanas esperando y nadie me contesta.', 'neg'],
    ['nl', 'Heel vriendelijk geholpen en snel geleverd, een aanrader!', 'pos'],
  ])('%s: "%s" is judged roughly, and says so', (lang, text, label) => {
    expect(analyzer.analyseOne({ text })).toMatchObject({ lang, label, flags: ['rough'], categories: [] })
  })
})

test('languages are told apart, the better with the likely one', () => {
  for (const lang of listedLanguages) {
    const texts = labelledComments(lang).map(({ text }) => text)
    const share = (likely?: string): number =>
      texts.filter((text) => guessLanguage(text, likely).lang === lang).length / texts.length
    expect(share()).toBeGreaterThanOrEqual(0.8)
    expect(share(lang)).toBeGreaterThanOrEqual(0.98)
  }
})

describe('categories', () => {
  test('take the polarity of their own clause', () => {
    const { categories } = judged('Trevlig personal men alldeles för lång väntetid', 'sv')
    expect(categories.map(({ id, label }) => [id, label])).toEqual(
      expect.arrayContaining([
        ['staff', 'pos'],
        ['staff/manner', 'pos'],
        ['waiting', 'neg'],
      ]),
    )
  })

  test('of the starter taxonomies are the same in all languages, and found in most comments', () => {
    const keysOf = (lang: (typeof listedLanguages)[number]) => languageData(lang).starter.map(({ id }) => id)
    for (const lang of listedLanguages) {
      expect(keysOf(lang)).toEqual(keysOf('en'))
      const found = labelledComments(lang).filter(({ text }) => judged(text, lang).categories.length > 0)
      expect(found.length / labelledComments(lang).length).toBeGreaterThan(0.6)
    }
  })

  test('of Swedish food are dishes, not what is right', () => {
    const idsOf = (text: string) => judged(text, 'sv').categories.map(({ id }) => id)
    expect(idsOf('Rätt pris på hyllan')).toEqual(['price'])
    expect(idsOf('Det blev rätt till slut')).not.toContain('product/food')
    for (const text of ['Dagens rätt var god', 'Rätterna var små', 'Huvudrätten kom sent'])
      expect(idsOf(text)).toContain('product/food')
  })

  test('excluded words do not count', () => {
    const own = new LexiconAnalyzer({
      en: readTaxonomy('own.yaml', 'bread:\n  patterns: bread, roll*\n  exclude: [roll call]'),
    })
    const idsOf = (text: string) => own.analyseOne({ text, lang: 'en' }).categories.map(({ id }) => id)
    expect([idsOf('a rolled roll'), idsOf('the roll call')]).toEqual([['bread'], []])
  })

  test.each([
    ['bread:\n  pattern: [a]', /line 2, column 12 .*'pattern'/],
    ['bread:\n  patterns: ["*"]', /line 2, column 14 .*no word/s],
    ['bread:\n  patterns: [(a+)+$]', /line 2, column 14 .*no word/s],
    ['bread:\n  patterns: [*price]', /line 2, column 14.*quotation/s],
    ['bread: &a\n  children:\n    more: *a', /nested/],
    ['a: {children: {b: {children: {c: {children: {d: {children: {e: {}}}}}}}}}', /at most 4 deep/],
    ['bread: [', /line 1/],
    ['- bread', /list of settings/],
  ])('a wrong taxonomy %j names its place', (text, words) => {
    expect(() => readTaxonomy('own.yaml', text)).toThrow(words)
  })

  test('patterns have limits', () => {
    expect(String(readCategoryPattern('a b c d e f g'))).toMatch(/6 words/)
    expect(String(readCategoryPattern('*ab*'))).toMatch(/3 letters/)
  })
})

test('a wrong word list names its line', () => {
  expect(() => readLexicon('en.txt', '[words]\n2: good\n\nbad')).toThrow('en.txt, line 4: begins with no weight')
  expect(() => readLexicon('en.txt', '[word]')).toThrow('line 1: there is no section "word"')
  expect(() => readLexicon('en.txt', '[words]\n2: a*b')).toThrow('line 2: "a*b" is no word')
})

describe('learning from ratings', () => {
  test('tells the sides by thirds of the scale, whatever a few mistakes say', () => {
    const five = ratingSides([...Array.from({ length: 97 }, (_, index) => 1 + (index % 5)), 9, 10, 8])
    expect([1, 2, 3, 4, 5, 9].map(five)).toEqual(['bad', 'bad', null, 'good', 'good', null])
    const ten = ratingSides([0, 3, 7, 10, 10])
    expect([0, 3, 4, 6, 7, 10].map(ten)).toEqual(['bad', 'bad', null, null, 'good', 'good'])
  })

  test('finds words the list does not know, and names them', async () => {
    const comments = Array.from({ length: 300 }, (_, index) => ({
      text: index % 2 === 0 ? `zorgy thing ${index}` : `blimpish thing ${index}`,
      rating: index % 2 === 0 ? 5 : 1,
      lang: 'en',
    }))
    const { model, holdOut, isBetter } = await train(comments)
    expect(isBetter).toBe(true)
    expect(holdOut.trained).toBeGreaterThan(holdOut.lexicon)
    const trained = new TrainedAnalyzer(model!, analyzer)
    const text = 'well, zorgy'
    const { label, spans } = trained.analyseOne({ text, lang: 'en' })
    expect(label).toBe('pos')
    expect(spans.map(({ start, end }) => text.slice(start, end))).toContain('zorgy')
    expect(trained.analyseOne({ text: '', lang: 'en' })).toMatchObject({ label: 'neu', flags: ['empty'] })
  })

  test('is not used where it is no better, or from too few comments', async () => {
    const random = randomNumbers(3)
    const noise = Array.from({ length: 200 }, (_, index) => {
      const isGood = index % 2 === 0
      const told = isGood ? 'good' : 'bad'
      return { text: `${told} ${Math.floor(random() * 50)}`, rating: isGood ? 5 : 1, lang: 'en' }
    })
    expect(await train(noise)).toMatchObject({ isBetter: false, holdOut: { n: 40, lexicon: 1 } })
    expect(await train(noise.slice(0, 20))).toMatchObject({ model: null, good: 10, bad: 10, isBetter: false })
  })

  test.runIf(hasReviews)('from half of the real reviews tells the other half better than the word list', async () => {
    const examples = reviews.map(({ judgement, negates, isGood }) => {
      return { features: featuresOf(judgement, negates), isGood, score: judgement.score }
    })
    shuffle(examples, randomNumbers(100))
    const half = examples.length >> 1
    const model = await learn(examples.slice(0, half))
    const share = (isRight: (example: (typeof examples)[number]) => boolean): number =>
      examples.slice(half).filter(isRight).length / (examples.length - half)
    const learnt = share(({ features, isGood }) => chanceOfGood(model, features) >= 0.5 === isGood)
    expect(learnt).toBeGreaterThan(share(({ score, isGood }) => score !== 0 && score > 0 === isGood))
    expect(learnt).toBeGreaterThanOrEqual(0.91)
  })
})
