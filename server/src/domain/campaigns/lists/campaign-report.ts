import { languageTags, pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { caseOf } from '#server/domain/cases/case-query.ts'
import type { ReportCell, ReportColumn, ReportContent, ReportTable } from '#server/domain/reports/report.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import type { MessageWay } from '#server/platform/db-campaign-types.ts'
import { portableSql } from '#server/platform/sql.ts'
import { streamedQuery } from '#server/platform/streamed-query.ts'
import { translate } from '#server/platform/translate.ts'
import type { Campaign } from '../campaign.ts'
import { waysOf } from '../ways.ts'
import { linkWords } from './link-words.ts'
import { selectMessages, statusOf } from './messages.ts'
import type { MessageFacts, TrackingState } from './messages.ts'
import { seenMessages } from './seen.ts'
import { trackingColumns } from './tracking-columns.ts'
import { whereMessages } from './tracking-query.ts'

/** Messages read at a time. */
const batch = 500

/** A column of the report besides those of the respondent. */
interface Told {
  title: Words
  kind: ReportColumn['kind']
  /** Not told in an anonymous survey, where it would say what a single person did. */
  isPersonal?: true
  cell(facts: MessageFacts, words: Writer): ReportCell
}

/** Says things in the language and the time zone of the report. */
interface Writer {
  say(words: Words): string
  state(status: TrackingState): ReportCell
  moment(at: Date | null): ReportCell
}

const yesNo = (is: boolean, writer: Writer): ReportCell => ({ text: writer.say(is ? say`Yes` : say`No`) })
const count = (value: number): ReportCell => ({ text: String(value), value })

const toldColumns: readonly Told[] = [
  {
    title: say`State`,
    kind: 'text',
    cell: ({ messageState, bounce, arrived }, writer) => writer.state(statusOf(messageState, bounce, arrived)),
  },
  {
    title: say`Reason`,
    kind: 'text',
    cell: ({ reason }, writer) => ({ text: reason === null ? '' : writer.say(readWords(reason)) }),
  },
  { title: say`Kind of message`, kind: 'text', cell: ({ kind }, writer) => ({ text: writer.say(kindWords[kind]) }) },
  { title: say`Sent at`, kind: 'text', cell: ({ sentAt }, writer) => writer.moment(sentAt) },
  { title: say`Opens`, kind: 'number', isPersonal: true, cell: ({ openCount }) => count(openCount) },
  { title: say`First opened`, kind: 'text', isPersonal: true, cell: ({ openedAt }, writer) => writer.moment(openedAt) },
  { title: say`Clicks`, kind: 'number', isPersonal: true, cell: ({ clickCount }) => count(clickCount) },
  {
    title: say`First clicked`,
    kind: 'text',
    isPersonal: true,
    cell: ({ clickedAt }, writer) => writer.moment(clickedAt),
  },
  { title: say`Answered`, kind: 'text', isPersonal: true, cell: ({ answered }, writer) => yesNo(answered, writer) },
  {
    title: say`Answered at`,
    kind: 'text',
    isPersonal: true,
    cell: ({ answeredAt }, writer) => writer.moment(answeredAt),
  },
  { title: say`Unsubscribed`, kind: 'text', cell: ({ unsubscribed }, writer) => yesNo(unsubscribed, writer) },
]

/** By which way messages of a campaign with several go. */
function wayColumn({ sendingType }: Campaign): Told {
  return {
    title: say`Way`,
    kind: 'text',
    cell: ({ channel }, writer) => ({ text: writer.say(wayWords[channel ?? sendingType]) }),
  }
}

const wayWords: Readonly<Record<MessageWay, Words>> = {
  EMAIL: say`By e-mail`,
  SMS: say`By SMS`,
  LETTER: say`By letter`,
  PHONE: say`By phone`,
  PUSH: say`In the app`,
}

const stateWords: Readonly<Record<TrackingState, Words>> = {
  PENDING: say`Waiting`,
  SENT: say`Sent`,
  FAILED: say`Not sent`,
  UNKNOWN: say`Not known whether sent`,
  BOUNCED: say`Came back`,
  DELIVERED: say`Received`,
}

const kindWords: Readonly<Record<MessageFacts['kind'], Words>> = {
  first: say`First message`,
  reminder: say`Reminder`,
  again: say`Sent again`,
}

/**
 * The messages of a campaign that the caller may see as a report, the newest first, read while it is written; in an anonymous
 * survey without what single people did.
 */
export async function campaignReport(ctx: Ctx, access: SurveyAccess, campaign: Campaign): Promise<ReportContent> {
  const { model } = access
  const seen = await seenMessages(ctx, access)
  const writer = writerOf(ctx.locale, model.timeZone, campaign)
  const respondent = trackingColumns(model, waysOf(campaign), [], ctx.locale)
  const told = [...(waysOf(campaign).length > 1 ? [wayColumn(campaign)] : []), ...toldColumns].filter(
    ({ isPersonal }) => !seen.isAnonymous || isPersonal === undefined,
  )
  const statement = portableSql`${selectMessages(whereMessages(campaign.id, seen, null))} order by m.id desc`
  async function* rows(): AsyncGenerator<readonly ReportCell[]> {
    for await (const some of streamedQuery<MessageFacts>(ctx.pool, statement, { batch, work: ctx.work }))
      for (const facts of some) {
        const row = caseOf(facts)
        const who = respondent.map(({ textOf }) => ({ text: textOf({ address: facts.address, row }) }))
        yield [...who, ...told.map(({ cell }) => cell(facts, writer))]
      }
  }
  const table: ReportTable = {
    kind: 'table',
    title: campaign.title,
    columns: [
      ...respondent.map(({ name }) => ({ title: pickText(name, ctx.locale), kind: 'text' as const })),
      ...told.map(({ title, kind }) => ({ title: writer.say(title), kind })),
    ],
    rows: rows(),
  }
  const people = await linkWords(ctx, access, campaign.link)
  return {
    title: campaign.title,
    subtitle: people,
    asked: [
      { name: writer.say(say`Survey`), text: pickText({ ...model.title }, ctx.locale) || model.extName },
      { name: writer.say(say`Campaign`), text: campaign.title },
      ...(people === '' ? [] : [{ name: writer.say(say`Filters`), text: people }]),
      { name: writer.say(say`Asked by`), text: ctx.identity.username },
      { name: writer.say(say`Made at`), text: writer.moment(ctx.clock.now()).text },
    ],
    sections: [table],
    locale: ctx.locale,
    totalRows: null,
  }
}

function writerOf(locale: Locale, timeZone: string, campaign: Campaign): Writer {
  const format = new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return {
    say: (words) => translate(words, locale),
    // What waits in a campaign that was stopped is never sent.
    state: (status) => ({
      text: translate(
        status === 'PENDING' && campaign.state === 'STOPPED' ? say`Never sent` : stateWords[status],
        locale,
      ),
    }),
    moment: (at) => ({ text: at === null ? '' : format.format(at) }),
  }
}
