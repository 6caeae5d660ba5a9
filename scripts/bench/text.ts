// Text analytics on one core: comments of 280 characters with the language given and detected, and learning from 10,000
// rated ones; and how fast dashboards answer while 100,000 comments are judged. GENSVAR_BENCH_SHARE < 1 takes fewer comments,
// to try it quickly; GENSVAR_BENCH_PART=engine or meanwhile measures that alone.
import { listedLanguages } from '../../server/src/domain/text/languages.ts'
import { LexiconAnalyzer } from '../../server/src/domain/text/lexicon-analyzer.ts'
import { labelledComments } from '../../server/src/domain/text/testing/labelled.ts'
import { randomNumbers } from '../../server/src/domain/statistics/seeded-random.ts'
import { train } from '../../server/src/domain/text/training/train.ts'
import { inOwnFolder } from './own-folder.ts'
import { seconds, verdict } from './printing.ts'
import { measureMeanwhile } from './text-meanwhile.ts'

/** Fewest comments a second, and longest learning in ms. */
const givenGoal = 2_000
const detectedGoal = 1_300
const learningGoal = 10_000

const letters = 280
const share = Number(process.env['GENSVAR_BENCH_SHARE'] ?? 1)
const only = process.env['GENSVAR_BENCH_PART']
// They are no settings of the product.
delete process.env['GENSVAR_BENCH_SHARE']
delete process.env['GENSVAR_BENCH_PART']
const random = randomNumbers(5)

interface Comment {
  text: string
  lang: string
  rating: number
}

/** Comments of one length, put together from labelled ones of one side, with words that no list knows between them. */
function someComments(count: number): Comment[] {
  const pools = listedLanguages.map((lang) => ({
    lang,
    sides: (['pos', 'neg'] as const).map((side) => labelledComments(lang).filter(({ label }) => label === side)),
  }))
  return Array.from({ length: count }, (_, index) => {
    const { lang, sides } = pools[index % pools.length] ?? { lang: 'en', sides: [] }
    const isGood = random() < 0.6
    const pool = sides[isGood ? 0 : 1] ?? []
    let text = ''
    while (text.length < letters)
      text += `${pool[Math.floor(random() * pool.length)]?.text} ${Math.floor(random() * 1e9).toString(36)} `
    return { text: text.slice(0, letters), lang, rating: isGood ? 5 : 1 }
  })
}

function measure(title: string, goal: number, comments: readonly Comment[], isGiven: boolean): void {
  const analyzer = new LexiconAnalyzer()
  const run = (some: readonly Comment[]): void => {
    for (const { text, lang } of some) analyzer.analyseOne({ text, lang: isGiven ? lang : undefined })
  }
  run(comments.slice(0, comments.length / 4))
  const began = process.cpuUsage()
  run(comments)
  const { user, system } = process.cpuUsage(began)
  const perSecond = (comments.length / (user + system)) * 1e6
  console.log(
    `${title}  ${Math.round(perSecond)} comments of ${letters} characters a second of one core; goal ${goal}   ${verdict(perSecond >= goal)}`,
  )
}

async function measureEngine(): Promise<void> {
  const comments = someComments(Math.round(10_000 * share))
  measure('language given   ', givenGoal, comments, true)
  measure('language detected', detectedGoal, comments, false)
  const began = process.cpuUsage()
  const { holdOut } = await train(comments)
  const { user, system } = process.cpuUsage(began)
  const spent = (user + system) / 1000
  console.log(
    `learning           ${comments.length} rated comments in ${seconds(spent)} of one core (tried on ${holdOut.n}); goal ${seconds(learningGoal)}   ${verdict(spent <= learningGoal)}`,
  )
}

if (only !== 'meanwhile') await measureEngine()
if (only !== 'engine') {
  const texts = someComments(2000).map(({ text }) => text)
  await inOwnFolder((folder) => measureMeanwhile(folder, texts, share))
}
