import { programContext } from '#server/domain/context.ts'
import type { OpenCtx } from '#server/domain/context.ts'
import { addCompleted, completeSamples } from '#server/domain/samples/complete-sample.ts'
import type { AnsweredSample } from '#server/domain/samples/complete-sample.ts'
import { fillPlaces } from '#server/domain/samples/fill-places.ts'
import type { ReadFields } from '#server/domain/samples/read-fields.ts'
import type { SampleDraft } from '#server/domain/samples/sample-draft.ts'
import { demandPlaces, holdSurvey, insertAnonymousRows, lockSampleRows } from '#server/domain/samples/sample-store.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { todayIn } from '#server/platform/clock.ts'
import { Gathered } from '#server/platform/gathered.ts'
import { keepsEntries } from './asking.ts'
import type { Asking } from './asking.ts'
import type { Entry } from './entry.ts'
import { entryOf, longestAnswer } from './form.ts'
import { formKey } from './open-form.ts'
import { stateOf } from './places.ts'
import { findAnsweredRows, insertAnswerEvents, saveEntryRow, useForms, useLinks } from './store.ts'
import type { AnsweredRow } from './store.ts'

export { countAnswersTask } from './count-answers-task.ts'
export { listAnswerLinks as answerLinksOf } from './links.ts'
export { previewPage } from './preview.ts'
export { removeUsedForms } from './store.ts'

/** Complete answers that wait to be stored. */
interface Complete {
  ctx: OpenCtx
  asking: Asking
  read: ReadFields
  /** The form of an open link. */
  form: string
}

/** Answers that are stored in one write; more would make those that wait for it wait long. */
const together = 100

const queues = new WeakMap<SurveyModel, Gathered<Complete, void>>()

/**
 * Stores the answers of a respondent, once: whoever answers at the same time or again changes nothing, and is thanked. In an
 * anonymous survey they become a response that nothing connects with the sample. Resolves when they are committed. Those that
 * come at the same time are written together, because many small commits are what takes the time.
 */
export async function storeAnswers(ctx: OpenCtx, asking: Asking, read: ReadFields, form: string): Promise<void> {
  if (asking.respondent.kind === 'trial') return
  const { model } = asking
  let queue = queues.get(model)
  if (!queue) queues.set(model, (queue = new Gathered((items) => storeTogether(model, items), together)))
  await queue.add({ ctx, asking, read, form })
}

/** Keeps what somebody has entered until they send it, where they are known and have agreed. */
export async function keepEntry(ctx: OpenCtx, asking: Asking, entry: Entry): Promise<void> {
  const { respondent, model } = asking
  if (respondent.kind !== 'person' || !keepsEntries(asking)) return
  if (model.config.questionnaire.consent !== undefined && !entry.consent) return
  const { entered, ...rest } = entryOf(asking, entry)
  const short = new Map(
    [...entered].map(([name, values]) => [name, values.map((value) => value.slice(0, longestAnswer))]),
  )
  await write(programContext(ctx, 'answer page'), (tx) =>
    saveEntryRow(tx, respondent.row.id, { ...rest, entered: short }),
  )
}

async function storeTogether(model: SurveyModel, items: readonly Complete[]): Promise<void[]> {
  const [first] = items
  if (!first) return []
  await write(programContext(first.ctx, 'answer page'), async (tx) => {
    await storeOfPeople(tx, model, items)
    await storeOfAnybody(tx, model, items)
  })
  return items.map(() => undefined)
}

/** Answers of people who were invited; those whose sample somebody else has completed or closed meanwhile change nothing. */
async function storeOfPeople(tx: WriteTx, model: SurveyModel, items: readonly Complete[]): Promise<void> {
  const byId = new Map<number, Complete>()
  for (const item of items) {
    const { respondent } = item.asking
    if (respondent.kind === 'person' && !byId.has(respondent.row.id)) byId.set(respondent.row.id, item)
  }
  if (byId.size === 0) return
  await lockSampleRows(tx, model.id, [...byId.keys()])
  const rows = await findAnsweredRows(tx.db, [...byId.keys()])
  const open = [...rows.values()].filter((row) => stateOf(model, row) === 'open')
  if (model.anonymity !== null) {
    const used = await useLinks(
      tx,
      open.map(({ id }) => id),
    )
    await addAnonymous(
      tx,
      model,
      open.flatMap(({ id }) => (used.has(id) ? (byId.get(id)?.read.after ?? []) : [])),
    )
    return
  }
  const answered = open.flatMap((sample): AnsweredSample[] => {
    const read = byId.get(sample.id)?.read
    return read ? [{ sample, after: answeredSample(model, sample, read), changed: read.changed }] : []
  })
  const [first] = byId.values()
  if (first) await completeSamples(tx, model, answered, first.asking.source.tree)
  await insertAnswerEvents(
    tx,
    answered.map(({ sample }) => sample.id),
  )
}

/** What somebody else has changed of the sample since the page was opened stays. */
function answeredSample(
  { config: { respondent, eventDate } }: SurveyModel,
  now: AnsweredRow,
  { after, changed }: ReadFields,
): SampleDraft {
  const given = Object.fromEntries(
    changed.flatMap((name) => (after.answers[name] === undefined ? [] : [[name, after.answers[name]]])),
  )
  const contact = Object.entries(respondent).flatMap(([field, name]) => {
    const value = after.contact[field]
    return value !== undefined && changed.includes(name) ? [[field, value]] : []
  })
  return {
    answers: { ...now.answers, ...given },
    contact: { ...now.contact, ...Object.fromEntries(contact) },
    eventDate: eventDate !== undefined && changed.includes(eventDate) ? after.eventDate : now.eventDate,
    unitIds: [...now.unitIds],
  }
}

/** Answers of anybody at open links, each form once. */
async function storeOfAnybody(tx: WriteTx, model: SurveyModel, items: readonly Complete[]): Promise<void> {
  const byForm = new Map<string, ReadFields>()
  for (const { asking, read, form } of items) {
    const key = formKey(form).toString('hex')
    if (asking.respondent.kind === 'anybody' && !byForm.has(key)) byForm.set(key, read)
  }
  if (byForm.size === 0) return
  await holdSurvey(tx, model.id)
  const today = todayIn(tx.clock, model.timeZone)
  const forms = [...byForm.keys()].map((key) => Buffer.from(key, 'hex'))
  const used = await useForms(tx, model.id, forms, today)
  const drafts = await fillPlaces(
    tx,
    model,
    [...byForm].flatMap(([key, { after }]) => (used.has(key) ? [after] : [])),
  )
  await demandPlaces(
    tx,
    drafts.flatMap(({ unitIds }) => unitIds),
  )
  if (model.anonymity === null)
    await addCompleted(
      tx,
      model,
      drafts.map((draft) => dated(model, draft)),
    )
  else await addAnonymous(tx, model, drafts)
}

/** The event date as an answer, where the survey asks for it and this questionnaire does not. */
function dated({ config: { eventDate }, questions }: SurveyModel, draft: SampleDraft): SampleDraft {
  if (eventDate === undefined || !questions.has(eventDate) || draft.answers[eventDate] !== undefined) return draft
  return { ...draft, answers: { ...draft.answers, [eventDate]: draft.eventDate } }
}

async function addAnonymous(tx: WriteTx, model: SurveyModel, answered: readonly SampleDraft[]): Promise<void> {
  if (answered.length === 0) return
  const made = await insertAnonymousRows(tx, model.id, answered)
  // Without the responses: the log would tell when they were given.
  await tx.audit(...made.map(() => ({ action: 'survey.answer', surveyId: model.id, universeId: model.universeId })))
  await tx.changed(model.id, made)
}
