import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InterviewData } from '@gensvar/contract/entities/interview'
import type { Locale } from '@gensvar/contract/local-text'
import type { Ctx } from '#server/domain/context.ts'
import { makePdf } from '#server/domain/reports/pdf/make-pdf.ts'
import { readOrder } from '#server/domain/reports/pdf/read-order.ts'
import type { ReportContent } from '#server/domain/reports/report.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { getInterview } from '#server/features/interviews/service.ts'
import { interviewContent } from './interview-pdf.ts'

const queue = 'The queue was long. '.repeat(400).trim()

let board: Dashboard
let ctx: Ctx
let interviewId: number

beforeAll(async () => {
  board = await openDashboard()
  const { db } = board.deps
  ctx = await board.contextAs({ firstName: 'Eva', lastName: 'Berg' })
  interviewId = board.responseIds[0] ?? 0
  const rows = [
    { product: 'Tent', amount: 1299 },
    { product: 'Rope', amount: 90 },
  ]
  for (const [at, cells] of rows.entries())
    await db
      .insertInto('response_record')
      .values({ response_id: interviewId, recordset: 'basket', sorder: at, cells: JSON.stringify(cells) })
      .execute()
  await db
    .insertInto('response_comment')
    .values({
      response_id: interviewId,
      user_id: ctx.identity.userId,
      username: ctx.identity.username,
      message: 'Called the customer.',
      created_at: '2026-01-08T12:30:00Z',
    })
    .execute()
})

afterAll(() => board.close())

async function read(content: ReportContent) {
  return readPdf(await makePdf(await readOrder(content, { logo: null, title: 'Nordic Retail' })))
}

/** Every text of an interview's answer that the screen shows. */
function textsOf(data: InterviewData): string[] {
  const { sidebarData, openQuestionsData, starredQuestionsData, resultGroupsData, tableGroups, comments } = data
  const named = [...sidebarData.bgAnswers, ...openQuestionsData, ...starredQuestionsData]
  return [
    sidebarData.header.title,
    sidebarData.header.subtitle,
    ...[...named, ...resultGroupsData.flatMap(({ answers }) => answers)].flatMap(({ label, value }) => [
      String(label),
      value,
    ]),
    ...tableGroups.flatMap(({ title, columns, rows }) => [String(title), ...columns.map(String), ...rows.flat()]),
    ...comments.flatMap(({ author, message }) => [author, message]),
  ]
}

test('the PDF of an interview has all that its screen shows', async () => {
  const data = await getInterview(ctx, board.survey, interviewId)
  const { text, title } = await read(await interviewContent(ctx, board.survey, interviewId))
  const texts = textsOf(data)
  expect(texts.length).toBeGreaterThan(20)
  for (const one of texts) expect(text).toContain(one)
  expect(title).toBe(data.sidebarData.header.title)
  expect(text).toContain('STOCKHOLM 5 Jan 2026 · Sweden / Stockholm')
  expect(text).toContain('Rating 5 / 5 Assessment Good')
  expect(text).toContain('rating 5 Good')
  expect(text).toContain('Eva Berg · 8 Jan 2026')
  // The development over this respondent's interviews is drawn.
  expect(data.sidebarData.chartData?.data).toEqual([5, 2])
  expect(text).toContain('6 Jan 2026')
})

test('long answers go on over pages to their end, in the reader’s language around them', async () => {
  const { db } = board.deps
  const id = board.responseIds[1] ?? 0
  const { answers } = await db.selectFrom('response').select('answers').where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .updateTable('response')
    .set({ answers: JSON.stringify({ ...(answers as object), comment: `${queue}\n\nThe end.` }) })
    .where('id', '=', id)
    .execute()
  const finnish = { ...ctx, locale: 'fi' as Locale }
  const { text, pages } = await read(await interviewContent(finnish, board.survey, id))
  expect(pages.length).toBeGreaterThan(1)
  expect(text.match(/queue was/g)?.length).toBeGreaterThan(350)
  expect(text).toContain('The end.')
  expect(text).toContain('Arvosana 2 / 5 Arvio Heikko')
  expect(text).toContain(`Sivu 1/${pages.length}`)
})

test('stored values are told only where the survey shows them', async () => {
  const told = async (dashboard: Dashboard) => {
    const content = await interviewContent(await dashboard.contextAs(), dashboard.survey, dashboard.responseIds[0] ?? 0)
    return JSON.stringify(content.sections)
  }
  expect(await told(board)).not.toContain('rating = 5')
  const open = await openDashboard({
    extra: 'interview: { background: [channel], starred: [rating], showInternalValues: true }',
  })
  try {
    expect(await told(open)).toContain('(rating = 5)')
  } finally {
    await open.close()
  }
})

test('there is none of an interview outside the caller’s rights, nor of an anonymous survey', async () => {
  const norwegian = await board.contextAs({ filters: { country: ['Norway'] } })
  await expect(interviewContent(norwegian, board.survey, interviewId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(interviewContent(ctx, board.survey, 999_999)).rejects.toMatchObject({ code: 'not_found' })
  const anonymous = await openDashboard({ extra: 'anonymity: { period: month }' })
  try {
    const caller = await anonymous.contextAs()
    const asked = interviewContent(caller, anonymous.survey, anonymous.responseIds[0] ?? 0)
    await expect(asked).rejects.toMatchObject({ code: 'forbidden' })
  } finally {
    await anonymous.close()
  }
})
