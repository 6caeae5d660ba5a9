import type { listRecordings as listRoute, playRecording as playRoute } from '@gensvar/contract/recordings'
import { Readable } from 'node:stream'
import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { listRecordingRows, readRecordingRow } from '#server/domain/campaigns/recordings/recording-store.ts'
import type { Ctx } from '#server/domain/context.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { FileAnswer } from '#server/platform/file-answer.ts'
import { translate } from '#server/platform/translate.ts'
import { seenMessage } from './trackings.ts'
import type { AskedMessage } from './trackings.ts'

/** What was recorded of a call. Throws `not_found` for a message that the caller may not see. */
export async function listRecordings(ctx: Ctx, asked: AskedMessage): Promise<z.input<typeof listRoute.response>> {
  const access = await surveyAccess(ctx, asked.survey)
  const id = await seenMessage(ctx, access, asked)
  const titles = new Map([...access.model.questions.values()].map((question) => [question.id, titleOf(question)]))
  const rows = await listRecordingRows(ctx.db, id)
  return {
    recordings: rows.map(({ questionId, ...row }) => ({
      ...{ id: row.id, seconds: row.seconds },
      title: pickText(titles.get(questionId ?? 0), ctx.locale) || translate(say`Recording`, ctx.locale),
    })),
  }
}

/** A recording in base64. Throws `not_found` as above, and where there is none. */
export async function playRecording(
  ctx: Ctx,
  asked: AskedMessage & { recordingId: number },
): Promise<z.input<typeof playRoute.response>> {
  const access = await surveyAccess(ctx, asked.survey)
  const { type, content } = await heard(ctx, access, asked, asked.recordingId)
  return { type, audio: content.toString('base64') }
}

/** A recording as a file: the first one of the message where none is named. Throws as above. */
export async function openRecording(ctx: Ctx, asked: AskedMessage, recording?: number): Promise<FileAnswer> {
  const access = await surveyAccess(ctx, asked.survey)
  const { type, content } = await heard(ctx, access, asked, recording)
  const name = `${translate(say`Recording`, ctx.locale)} ${asked.trackingId}.${type === 'audio/wav' ? 'wav' : 'mp3'}`
  const file = Readable.from([content], { objectMode: false })
  return new FileAnswer({ name, type, size: content.length, content: file, isShown: true })
}

/** A recording with its content; who listens to it is noted. */
async function heard(
  ctx: Ctx,
  access: SurveyAccess,
  asked: AskedMessage,
  recording: number | undefined,
): Promise<{ type: 'audio/mpeg' | 'audio/wav'; content: Buffer }> {
  const id = await seenMessage(ctx, access, asked)
  const wanted = recording ?? (await listRecordingRows(ctx.db, id))[0]?.id
  const row = wanted === undefined ? undefined : await readRecordingRow(ctx.db, id, wanted)
  if (!row?.content) throw new AppError('not_found', say`Nothing was recorded of this call.`)
  await write(ctx, (tx) =>
    tx.audit({ action: 'campaign.recording', surveyId: access.model.id, object: String(asked.trackingId) }),
  )
  return { type: row.type === 'audio/wav' ? 'audio/wav' : 'audio/mpeg', content: row.content }
}
