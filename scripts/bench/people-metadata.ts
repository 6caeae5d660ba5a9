// How long a search in the metadata of a survey of very many questions takes.
import { insertGroups, insertQuestions } from '../../server/src/domain/build/questions.ts'
import type { NewQuestion } from '../../server/src/domain/build/questions.ts'
import { insertSurvey } from '../../server/src/domain/build/survey.ts'
import { insertUniverse } from '../../server/src/domain/build/universe.ts'
import { programContext } from '../../server/src/domain/context.ts'
import { write } from '../../server/src/domain/write.ts'
import { choicesOf, timeRequest } from './listed-survey.ts'
import type { MeasuredServer } from './measured-server.ts'
import { ms, verdict } from './printing.ts'

/** Questions, and the longest that 95 of 100 searches may take, in ms. */
const promised = { questions: 2000, p95: 50 }

const extName = 'metadata'

/** Measures the search of root; `share` of the promised questions, to try it quickly. */
export async function measureMetadata(server: MeasuredServer, share: number): Promise<void> {
  const questions = Math.round(promised.questions * share)
  const { universeId, surveyId } = await makeSurvey(server, questions)
  console.log(`\nmetadata of ${questions} questions; goal p95 ${promised.p95} ms`)
  const ask = await server.asker(universeId)
  await ask(`/rest/metadata/${extName}`)
  await write(programContext(server.deps, 'bench'), (tx) => tx.surveyChanged(surveyId))
  // The tables of the figures are made meanwhile otherwise.
  await server.deps.analytics.feed.catchUp()
  // The first search after a change reads the metadata again.
  const began = performance.now()
  await ask(`/rest/metadata/${extName}`)
  console.log(`first after a change ${ms(performance.now() - began)}`)
  const searches: [string, (run: number) => string][] = [
    ['all', () => ''],
    ['a variable', (run) => `text=question_${1 + ((run * 37) % questions)}`],
    ['a letter', (run) => `text=${'abcdefghij'[run % 10] ?? ''}`],
    ['words of a wording', () => 'text=satisfied%20delivery'],
    ['a choice', (run) => `text=choice%20${run % 12}`],
    ['none', () => 'text=nothing%20such'],
    ['a group', (run) => `group=group${run % 20}`],
  ]
  for (const [name, query] of searches) {
    const { p95, line } = await timeRequest(ask, name, (run) => `/rest/metadata/${extName}?${query(run)}`)
    console.log(`${line}   ${verdict(p95 <= promised.p95)}`)
  }
}

/** A survey of choices, scales and texts in groups. */
async function makeSurvey(
  { deps }: MeasuredServer,
  questions: number,
): Promise<{ universeId: number; surveyId: number }> {
  const universeId = await insertUniverse(deps.db, { name: extName })
  const surveyId = await write(programContext(deps, 'bench'), async (tx) => {
    const id = await insertSurvey(tx.db, universeId, { extName })
    await insertGroups(
      tx.db,
      id,
      Array.from({ length: 20 }, (_, at) => ({ extName: `group${at}`, title: { en: `Group ${at}` } })),
    )
    await insertQuestions(
      tx.db,
      id,
      Array.from({ length: questions }, (_, at) => questionOf(at)),
    )
    await tx.surveyChanged(id)
    return id
  })
  return { universeId, surveyId }
}

function questionOf(at: number): NewQuestion {
  const type = (['single', 'scale', 'text', 'multiple'] as const)[at % 4] ?? 'text'
  const about = ['delivery', 'price', 'staff', 'waiting', 'goods'][at % 5] ?? ''
  return {
    variable: `question_${at + 1}`,
    type,
    group: `group${at % 20}`,
    title: { en: `Question ${at + 1} on ${about}`, sv: `Fråga ${at + 1} om ${about}`, fi: `Kysymys ${at + 1}` },
    wording: { en: `How satisfied were you with the ${about} of your last order, number ${at + 1}?` },
    header: `Q${at + 1}: ${about}`,
    ...(type === 'scale' && { scale: [1, 10] as const }),
    ...(type === 'single' || type === 'multiple'
      ? { choices: choicesOf(Array.from({ length: 12 }, (_, number) => `choice ${number}`)) }
      : {}),
  }
}
