import { localeOfTag, pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { noteRecording } from '#server/domain/campaigns/recordings/recording-store.ts'
import { haveFetched } from '#server/domain/campaigns/recordings/recordings-task.ts'
import { renderFor } from '#server/domain/campaigns/message/render-for.ts'
import { programContext } from '#server/domain/context.ts'
import type { OpenCtx } from '#server/domain/context.ts'
import { questionnaireOf } from '#server/domain/questionnaire/questionnaire.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import type { AnswerPlace, Asking } from '../asking.ts'
import { keepsEntries } from '../asking.ts'
import { titleOf } from '../page/page.ts'
import { placeOfPerson } from '../places.ts'
import { keepEntry, storeAnswers } from '../service.ts'
import { completeAnswers, entryIn, nextPrompt, takeInput } from './call-flow.ts'
import type { CallInput, CallSetting } from './call-flow.ts'
import { firstState } from './call-state.ts'
import type { CallState } from './call-state.ts'
import { lockCallState, readCallState, saveCallState } from './call-store.ts'
import type { CalledMessage } from './call-store.ts'
import { keypadWords, keysOf } from './keypad.ts'
import { callAnswer, gatherVerbs, hangUp, recordVerbs, sayVerbs } from './twiml.ts'
import type { Said } from './twiml.ts'
import { questionLocale, speechIn } from './voices.ts'

/** A step of a call, as its provider asks for it. */
export interface AskedStep {
  called: CalledMessage
  universeId: number
  /** The question that is answered, by the number of its step; null at the beginning of the call. */
  step: number | null
  input: CallInput
  /** Of an anonymous survey: what was entered before, as the provider brings it along. */
  carried: CallState | null
  /** The address that the provider asks at, for a state; and the one that it tells of recordings at. */
  addressOf: (state: CallState, isCarried: boolean) => string
  recordingAt: (questionId: number) => string
}

/**
 * Takes what was pressed or said, and tells the provider what to say and to ask next. A step that is asked for once more is
 * answered anew and changes nothing. Complete answers are stored as the page of the survey stores them.
 */
export async function takeCallStep(ctx: OpenCtx, asked: AskedStep): Promise<string> {
  const { called, universeId } = asked
  const place = await placeOfPerson(ctx, { universeId, responseId: called.responseId }, { withKept: true })
  const voice = voiceOf(called, place)
  if (place.kind !== 'open') return callAnswer(...sayVerbs(endOf(voice, place)), hangUp())
  const setting = { asking: place, locale: voice.locale }
  const isCarried = !keepsEntries(place)
  const state = await (isCarried ? carriedState(setting, asked) : heldState(ctx, setting, asked))
  if (state === 'ended') return callAnswer(...sayVerbs([said(voice, say`Goodbye.`)]), hangUp())
  const greeting = asked.step === null ? await greetingOf(ctx, place.model, { called, voice }) : []
  const prompt = nextPrompt(setting, state)
  if (prompt.kind === 'end') {
    const isComplete = await endCall(ctx, setting, { called, state, isCarried })
    return callAnswer(...sayVerbs([...greeting, ...byeOf(voice, place.model, { state, isComplete })]), hangUp())
  }
  const action = asked.addressOf(state, isCarried)
  const again = state.misses > 0 ? [said(voice, say`That could not be understood.`)] : []
  if (prompt.kind === 'consent') {
    const consent = pickText(place.model.config.questionnaire.consent, voice.locale)
    const words = [said(voice, consent), said(voice, say`Press 1 to agree, or 2 to end the call.`)]
    return callAnswer(...gatherVerbs([...greeting, ...again, ...words], 1, action))
  }
  const { question } = prompt.asked
  const wording = pickText({ ...question.title, ...question.wording }, voice.locale) || question.variable
  const skip = prompt.required ? [] : [said(voice, say`Press star to leave this question out.`)]
  const words = [said(voice, wording), ...keypadWords(prompt.pad).map((one) => said(voice, one)), ...skip]
  const all = [...greeting, ...again, ...words]
  if (prompt.pad.kind === 'voice') return callAnswer(...recordVerbs(all, action, asked.recordingAt(question.id)))
  return callAnswer(...gatherVerbs(all, keysOf(prompt.pad), action))
}

/** Keeps or stores what was answered, when a call has ended in whatever way. */
export async function finishCall(ctx: OpenCtx, universeId: number, called: CalledMessage): Promise<void> {
  const place = await placeOfPerson(ctx, { universeId, responseId: called.responseId }, { withKept: false })
  if (place.kind !== 'open' || !keepsEntries(place)) return
  const state = await readCallState(ctx.db, called.id)
  if (state === null) return
  const setting = { asking: place, locale: voiceOf(called, place).locale }
  await endCall(ctx, setting, { called, state, isCarried: false })
}

/** Stores complete answers, and ends the call. Returns whether they were complete. */
async function endCall(
  ctx: OpenCtx,
  setting: CallSetting,
  { called, state, isCarried }: { called: CalledMessage; state: CallState; isCarried: boolean },
): Promise<boolean> {
  const read = completeAnswers(setting, state)
  if (read) await storeAnswers(ctx, setting.asking, read, '')
  if (!isCarried) await write(programContext(ctx, 'calls'), (tx) => saveCallState(tx, called.id, null))
  return read !== null
}

/** The state of a call of an anonymous survey: that which was brought along, after what came from the phone. */
async function carriedState(setting: CallSetting, { step, carried, input }: AskedStep): Promise<CallState> {
  if (step === null || carried === null) return firstState
  return takeInput(setting, carried, { ...input, recording: null })
}

/** The state of a call of a named survey, stored; a step that was taken before is not taken again. */
async function heldState(
  ctx: OpenCtx,
  setting: CallSetting,
  { called, step, input }: AskedStep,
): Promise<CallState | 'ended'> {
  const after = await write(programContext(ctx, 'calls'), async (tx) => {
    const held = await lockCallState(tx, called.id)
    if (held === 'ended') return held
    const state = held ?? startOf(setting.asking)
    if (held === null) await saveCallState(tx, called.id, state)
    if (step !== state.step) return state
    const next = takeInput(setting, state, input)
    await saveCallState(tx, called.id, next)
    await noteSpoken(tx, called.id, { setting, state, next, input })
    return next
  })
  if (after !== 'ended' && Object.keys(after.entered).length > 0)
    await keepEntry(ctx, setting.asking, entryIn(setting, after))
  return after
}

/** Notes that a recording is an answer. */
async function noteSpoken(
  tx: Parameters<typeof noteRecording>[0],
  recipientId: number,
  { setting, state, next, input }: { setting: CallSetting; state: CallState; next: CallState; input: CallInput },
): Promise<void> {
  const variable = next.recorded.find((name) => !state.recorded.includes(name))
  const question = variable === undefined ? undefined : setting.asking.model.questions.get(variable)
  if (!question || input.recording === null) return
  const noted = {
    recipientId,
    questionId: question.id,
    sid: input.recording,
    isWanted: true,
    isReady: false,
    seconds: 0,
  }
  if (await noteRecording(tx, noted)) await haveFetched(tx)
}

/** What was entered on the page of the survey before is not asked again. */
function startOf({ kept }: Asking): CallState {
  if (!kept) return firstState
  const entered = Object.fromEntries([...kept.entered].map(([name, values]) => [name, [...values]]))
  return { ...firstState, entered, consent: kept.consent }
}

interface Voice {
  locale: ReturnType<typeof questionLocale>
  /** The campaign's. */
  sex: string | null
}

function voiceOf({ campaign }: CalledMessage, place: AnswerPlace): Voice {
  const offered = place.kind === 'unknown' ? [] : questionnaireOf(place.model).languages
  return { locale: questionLocale(localeOfTag(campaign.locale), offered), sex: campaign.voice }
}

function said({ locale, sex }: Voice, text: Words | string): Said {
  return { text: typeof text === 'string' ? text : translate(text, locale), speech: speechIn(locale, sex) }
}

/**
 * The campaign's greeting, in its voice; nothing where it cannot be made any more. It is in the campaign's language where the
 * questions are asked in that, else in theirs: nobody is greeted in a language that the call does not go on in.
 */
async function greetingOf(
  ctx: OpenCtx,
  model: SurveyModel,
  { called, voice }: { called: CalledMessage; voice: Voice },
): Promise<Said[]> {
  const { campaign, kind, reminder, templateId, responseId } = called
  const reminding = kind === 'reminder' ? campaign.reminders[reminder ?? 0]?.templateId : null
  const wanted = templateId ?? reminding ?? campaign.templateId
  const [row] = await ctx.db
    .selectFrom('response')
    .select(['id', 'answers', 'contact', 'unit_ids as unitIds'])
    .where('id', '=', responseId)
    .execute()
  if (wanted === null || !row) return []
  const isAsked = localeOfTag(campaign.locale) === voice.locale
  const language = isAsked && campaign.locale !== null ? campaign.locale : voice.locale
  try {
    const { text } = await renderFor(ctx, model, wanted, { row, language })
    return [{ text, speech: speechIn(language, campaign.voice) }]
  } catch (error) {
    // Something of it has changed since the call was ordered: the questions say whom it is from.
    if (error instanceof AppError) return []
    throw error
  }
}

/** What is said where there is nothing to ask. */
function endOf(voice: Voice, place: Exclude<AnswerPlace, Asking>): Said[] {
  if (place.kind === 'unknown') return [said(voice, say`This survey is closed.`), said(voice, say`Goodbye.`)]
  const title = titleOf(place.model, voice.locale)
  const words =
    place.kind === 'done' ? say`You have already answered ${title}. Thank you.` : say`${title} takes no more answers.`
  return [said(voice, words), said(voice, say`Goodbye.`)]
}

function byeOf(
  voice: Voice,
  { config }: SurveyModel,
  { state, isComplete }: { state: CallState; isComplete: boolean },
): Said[] {
  const bye = said(voice, say`Goodbye.`)
  if (state.end === 'refused') return [said(voice, say`Nothing of this call is stored.`), bye]
  if (isComplete)
    return [
      said(voice, say`Thank you for your answers.`),
      said(voice, pickText(config.questionnaire.thanks, voice.locale)),
      bye,
    ]
  return [said(voice, say`Thank you for your time.`), bye]
}
