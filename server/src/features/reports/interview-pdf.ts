import type { Grade, InterviewData } from '@gensvar/contract/entities/interview'
import { pickText } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { dateText } from '#server/domain/cases/case-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import { formatNumber } from '#server/domain/indicators/figure-text.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { ReportContent, ReportSection, ReportTable } from '#server/domain/reports/report.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { getInterview } from '#server/features/interviews/service.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import type { FileAnswer } from '#server/platform/file-answer.ts'
import { translate } from '#server/platform/translate.ts'
import { demandOffered } from './kinds/place-tables.ts'
import { askedFacts, fileNameOf, momentText, placeText } from './report-frame.ts'
import type { Fact } from './report-frame.ts'
import { reportAnswer } from './write-report.ts'

/** How the texts of an interview are read. */
interface Reader {
  locale: Locale
  timeZone: string
  text(of: LocalText): string
  say(words: Words): string
}

/** A single interview as a PDF that is made at once. Throws as `interviewContent`, and where the survey offers none. */
export async function interviewFile(ctx: Ctx, survey: string, interviewId: number): Promise<FileAnswer> {
  const { model } = await surveyAccess(ctx, survey)
  demandOffered(model.config.reports.singleInterview)
  const content = await interviewContent(ctx, survey, interviewId)
  const title = translate(say`Interview ${interviewId}`, ctx.locale)
  const name = { title, place: '', day: todayIn(ctx.clock, model.timeZone), format: 'pdf' }
  return reportAnswer(ctx, content, 'pdf', fileNameOf(name))
}

/**
 * A single interview as its screen shows it: people's words first. Throws `not_found` for one the caller may not open,
 * `forbidden` in an anonymous survey.
 */
export async function interviewContent(ctx: Ctx, survey: string, interviewId: number): Promise<ReportContent> {
  const access = await surveyAccess(ctx, survey)
  if (!access.canViewInterviews)
    throw new AppError('forbidden', say`This survey is anonymous: single answers cannot be opened.`)
  const data = await getInterview(ctx, survey, interviewId)
  const { locale } = ctx
  const { model } = access
  const reader: Reader = {
    locale,
    timeZone: model.timeZone,
    text: (of) => pickText(of, locale),
    say: (words) => translate(words, locale),
  }
  const place = placeText(await requestedPath(ctx, access, data.drillPath), locale)
  const { title, subtitle } = data.sidebarData.header
  return {
    title,
    subtitle: [subtitle, place].filter((part) => part !== '').join(' · '),
    asked: askedFacts(ctx, access, [
      { name: reader.say(say`Number`), text: `#${data.interviewId}` },
      { name: reader.say(say`Place`), text: place },
    ]),
    sections: sectionsOf(data, reader),
    locale,
    totalRows: null,
  }
}

function sectionsOf(data: InterviewData, reader: Reader): ReportSection[] {
  const { sidebarData, backgroundGroups, openQuestionsData, starredQuestionsData, resultGroupsData, comments } = data
  const sections: ReportSection[] = [
    facts('', summaryOf(data, reader)),
    ...openQuestionsData.map(({ label, value }) => facts(reader.text(label), [{ name: '', text: value }])),
    gradedTable(reader.say(say`Key questions`), starredQuestionsData, reader),
    ...resultGroupsData.map(({ label, answers }) => gradedTable(reader.text(label), answers, reader)),
    facts(reader.say(say`Background`), labelled(sidebarData.bgAnswers, reader)),
    ...data.tableGroups.map((group) => rowsTable(group, reader)),
    facts(
      reader.say(say`Comments`),
      comments.map((comment) => commentOf(comment, reader)),
    ),
    ...data.recordGroups.map((group) => rowsTable(group, reader)),
    ...backgroundGroups.map((group) => facts(reader.text(group.title), labelled(group.fields, reader))),
    ...developmentOf(data, reader),
  ]
  return sections.filter((section) => !isEmpty(section))
}

/** What the header of the screen says: the rating, its face in words, and the highlights. */
function summaryOf({ sidebarData, highlights }: InterviewData, reader: Reader): Fact[] {
  const { rating, ratingMax, faceIcon } = sidebarData
  const top = ratingMax === null ? '' : ` / ${numberText(ratingMax, reader)}`
  return [
    ...(rating === null ? [] : [{ name: reader.say(say`Rating`), text: `${numberText(rating, reader)}${top}` }]),
    ...(faceIcon === null ? [] : [{ name: reader.say(say`Assessment`), text: reader.say(gradeWords[faceIcon]) }]),
    ...labelled(highlights, reader),
  ]
}

const gradeWords: Record<Grade, Words> = { positive: say`Good`, neutral: say`Neutral`, negative: say`Poor` }

type Labelled = Omit<InterviewData['sidebarData']['bgAnswers'][number], 'never'>

function labelled(fields: readonly Labelled[], reader: Reader): Fact[] {
  return fields.map((field) => ({ name: reader.text(field.label), text: valueOf(field) }))
}

/** A value, with the stored one where the survey shows internal values. */
function valueOf({ value, internalValue }: Labelled): string {
  return internalValue === undefined ? value : `${value} (${internalValue})`
}

function facts(title: string, all: readonly Fact[]): ReportSection {
  return { kind: 'facts', title, facts: all }
}

function gradedTable(title: string, answers: InterviewData['starredQuestionsData'], reader: Reader): ReportTable {
  return {
    kind: 'table',
    title,
    columns: [say`Question`, say`Answer`, say`Assessment`].map((words) => ({ title: reader.say(words), kind: 'text' })),
    rows: answers.map((answer) => [
      { text: reader.text(answer.label) },
      { text: valueOf(answer) },
      { text: answer.icon === null ? '' : reader.say(gradeWords[answer.icon]) },
    ]),
  }
}

function rowsTable({ title, columns, rows }: InterviewData['tableGroups'][number], reader: Reader): ReportTable {
  return {
    kind: 'table',
    title: reader.text(title),
    columns: columns.map((column) => ({ title: reader.text(column), kind: 'text' })),
    rows: rows.map((row) => row.map((text) => ({ text }))),
  }
}

function commentOf({ author, actor, created, message }: InterviewData['comments'][number], reader: Reader): Fact {
  const who = actor === null ? author : reader.say(say`${actor}, acting as ${author}`)
  return { name: `${who} · ${momentText(new Date(created), reader.timeZone, reader.locale)}`, text: message }
}

/** How one answer developed over the respondent's interviews, where the screen shows it. */
function developmentOf({ sidebarData }: InterviewData, reader: Reader): ReportSection[] {
  const { showDevelopmentChart, chartData } = sidebarData
  if (!showDevelopmentChart || chartData === null) return []
  const title = reader.text(chartData.title)
  return [
    {
      kind: 'chart',
      title,
      shape: 'line',
      categories: chartData.categories.map((day) => dateText(day, reader.locale)),
      series: [{ title, values: chartData.data }],
      decimals: 0,
      min: null,
      max: null,
    },
  ]
}

function isEmpty(section: ReportSection): boolean {
  if (section.kind === 'facts') return section.facts.length === 0
  return section.kind === 'table' && Array.isArray(section.rows) && section.rows.length === 0
}

function numberText(value: number, { locale }: Reader): string {
  return formatNumber(value, Number.isInteger(value) ? 0 : 1, locale)
}
