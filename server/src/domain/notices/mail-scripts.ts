import type { NoticeEvent } from '@gensvar/contract/entities/notices'
import { isLocale } from '@gensvar/contract/local-text'
import { say, titled } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import { callHookBatch, hooksOf } from '#server/domain/scripts/hooks.ts'
import { answerScript } from '#server/domain/scripts/host.ts'
import { noteEvents } from '#server/domain/scripts/note-events.ts'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { translate } from '#server/platform/translate.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { choicesOf } from './choices.ts'
import { findMentioned } from './mention-store.ts'
import { insertMailNotice } from './notice-store.ts'
import { readerOf, shownNotices } from './read-notices.ts'
import type { ReaderContext, ShownNotice } from './read-notices.ts'
import { noticesByRole } from './role-notices.ts'

/** The types of script that decide about mails. */
export type MailHook = 'GET_ALERT_EMAILS' | 'GET_ACTION_EMAILS' | 'GET_NOTIFICATION_EMAILS'

/** The type of script that decides about mails of an event. */
export function mailHookOf(event: NoticeEvent): MailHook {
  if (event === 'mention') return 'GET_NOTIFICATION_EMAILS'
  return event.startsWith('action-') ? 'GET_ACTION_EMAILS' : 'GET_ALERT_EMAILS'
}

interface Mailed {
  reader: ReaderContext
  email: string
}

/**
 * What of a user's notices is mailed, and in which words, after the scripts of their surveys were asked. Others whom a
 * script names get the notice by mail as well, if they may see what it tells of and want such mails; any other name is an
 * error of the script. Where a script goes wrong its notices are mailed as they are.
 */
export async function notedByScripts(
  ctx: Ctx,
  tx: WriteTx<Ctx>,
  mailed: Mailed,
  notices: readonly ShownNotice[],
): Promise<ShownNotice[]> {
  const changed = new Map<number, ShownNotice | null>()
  const groups = Map.groupBy(notices, ({ row }) => `${mailHookOf(row.event)} ${row.survey.extName}`)
  for (const some of groups.values()) {
    const { event, universeId, survey } = (some[0] as ShownNotice).row
    const model = await loadSurveyModel(ctx, universeId, survey.extName)
    for (const [id, shown] of await askOne(ctx, tx, { ...mailed, model, type: mailHookOf(event) }, some))
      changed.set(id, shown)
  }
  return notices.flatMap((one) => (changed.has(one.row.id) ? (changed.get(one.row.id) ?? []) : one))
}

async function askOne(
  ctx: Ctx,
  tx: WriteTx<Ctx>,
  { reader, email, model, type }: Mailed & { model: SurveyModel; type: MailHook },
  notices: readonly ShownNotice[],
): Promise<Map<number, ShownNotice | null>> {
  const changed = new Map<number, ShownNotice | null>()
  const [script] = hooksOf(model, type)
  if (!script) return changed
  const { username, role, locale } = reader.identity
  const language = isLocale(locale) ? locale : 'en'
  const access = await programAccess(ctx, model)
  const answers = await callHookBatch(
    ctx,
    { script: { ...script, type }, host: (name, args) => answerScript(ctx, access, name, args) },
    notices.map(({ row, title, text, place }) => ({
      now: ctx.clock.now().toISOString(),
      survey: { extName: model.extName, title: model.title },
      notice: {
        event: row.event,
        place: [...place],
        title: translate(title, language),
        text: translate(text, language),
      },
      recipient: { username, email, role: role?.name ?? null, language },
    })),
  )
  const refused = new Set<string>()
  for (const [at, notice] of notices.entries()) {
    const said = answers[at]?.output
    if (!said) continue
    const { leaveOut = false, add = [], subject, text } = said
    for (const name of add) if (!(await addReader(ctx, tx, model, { name, notice }))) refused.add(name)
    const title = subject === undefined ? notice.title : say`${titled(subject)}`
    changed.set(
      notice.row.id,
      leaveOut ? null : { ...notice, title, text: text === undefined ? notice.text : say`${titled(text)}` },
    )
  }
  const messages = [...refused].map(
    (name) => `${name} is not mailed: nobody of this name may see what the mail tells of`,
  )
  await noteEvents(
    ctx,
    script,
    messages.map((message) => ({ eventType: 'ERROR' as const, message })),
  )
  return changed
}

/** Has another user mailed about the same; false where there is none of this name who may see what it tells of. */
async function addReader(
  ctx: Ctx,
  tx: WriteTx<Ctx>,
  model: SurveyModel,
  { name, notice }: { name: string; notice: ShownNotice },
): Promise<boolean> {
  const { row } = notice
  const [userId] = await findMentioned(tx.db, model.universeId, [name.toLowerCase()])
  const reader = userId === undefined ? null : await readerOf(ctx, userId, model.universeId)
  // A notice of several alerts is of those of its own reader.
  if (userId === undefined || !reader || row.kind === 'alerts') return false
  if ((await shownNotices(reader, [row])).length === 0) return false
  const [choices, allowed] = await Promise.all([
    choicesOf(tx.db, userId),
    noticesByRole(tx.db, { id: model.id, universeId: model.universeId }, [userId]),
  ])
  const isWanted = choices.events.some(({ event, mail }) => event === row.event && mail)
  if (isWanted && allowed(userId).mail) await insertMailNotice(tx, { userId, surveyId: model.id, row })
  return true
}
