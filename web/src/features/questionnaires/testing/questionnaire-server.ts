import { newDocument, newQuestion, proposedName } from '@gensvar/contract/questionnaire-document'
import type { DocumentQuestion, QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import {
  checkQuestionnaire,
  discardQuestionnaireDraft,
  getQuestionnaire,
  getQuestionnaireVersion,
  listQuestionnaireVersions,
  previewQuestionnaire,
  publishQuestionnaire,
  restoreQuestionnaireVersion,
  saveQuestionnaireDraft,
} from '@gensvar/contract/questionnaires'
import type { QuestionnaireProblem, QuestionnaireState } from '@gensvar/contract/questionnaires'
import { listImages, uploadImage } from '@gensvar/contract/template-editor'
import type { LibraryImage } from '@gensvar/contract/template-editor'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'

const now = '2026-03-02T08:15:00Z'

const asked = (variable: string, wording: string, change: Partial<DocumentQuestion> = {}): DocumentQuestion => ({
  ...newQuestion(change.type ?? 'scale'),
  ...{ variable, wording: { en: wording }, ...change },
})

/** A questionnaire of three questions: a scale, a single choice, and own words. */
export const visits: QuestionnaireDocument = {
  ...newDocument(['en', 'sv']),
  questions: [
    asked('overall', 'How was your visit?', { wording: { en: 'How was your visit?', sv: 'Hur var ditt besök?' } }),
    asked('channel', 'Where did you buy?', {
      type: 'single',
      choices: [
        { extName: 'store', title: { en: 'Store', sv: 'Butik' }, other: null },
        { extName: 'web', title: { en: 'Web', sv: 'Webb' }, other: null },
        { extName: 'phone', title: { en: 'Phone', sv: 'Telefon' }, other: null },
      ],
    }),
    asked('comment', 'What else?', { type: 'text' }),
  ],
}

const imageOf = (id: number, name: string): LibraryImage => ({
  ...{ id, name, path: `/mailimages/${name}`, width: 200, height: 60, size: 4000 },
})

const removed = asked('parking', 'How was the parking?')

/** What the stand-in finds wrong: a question or a choice without words, or without Swedish ones. */
function problemsOf({ questions, languages }: QuestionnaireDocument): QuestionnaireProblem[] {
  const of = (texts: DocumentQuestion['wording'], path: string): QuestionnaireProblem[] =>
    languages
      .filter((language) => (texts[language] ?? '') === '')
      .map((language) => ({
        path: `${path}.${language}`,
        severity: language === 'en' ? 'error' : 'hint',
        message: language === 'en' ? 'Write the question.' : 'It is not written in Swedish yet.',
      }))
  return questions.flatMap(({ wording, choices }, at) => [
    ...of(wording, `questions.${at}.wording`),
    ...choices.flatMap(({ title }, place) => of(title, `questions.${at}.choices.${place}.title`)),
  ])
}

/** Names what is new, as saving does. */
function named(document: QuestionnaireDocument): QuestionnaireDocument {
  const taken = new Set(document.questions.map(({ variable }) => variable))
  return {
    ...document,
    questions: document.questions.map((question) => {
      const text = question.wording.en ?? ''
      const variable = question.variable ?? (text === '' ? null : proposedName(text, (name) => taken.has(name)))
      taken.add(variable)
      const choices = question.choices.map((choice) => ({
        ...choice,
        extName: choice.extName ?? (proposedName(choice.title.en ?? '', () => false, '') || null),
      }))
      return { ...question, variable, choices }
    }),
  }
}

/** A server that keeps the draft of a questionnaire as the real one does; `change` is what it begins with. */
export function questionnaireServer(change: Partial<QuestionnaireState> = {}) {
  let published = change.document ?? visits
  /** Stands for what is published; and what the draft began with. */
  let mark = 'first'
  let begun = { mark, document: published }
  let state: QuestionnaireState = {
    ...{ survey: 'visits', title: { en: 'Store visits' }, document: visits, version: 4, isDraft: false },
    ...{ basedOn: mark, overtaken: null },
    ...{ changedBy: null, changed: null, published: { number: 3, author: 'anna', created: now } },
    ...{ locales: ['en', 'sv', 'fi'], stored: ['overall', 'channel', 'comment', 'parking'], hasAnswers: true },
    ...{ unasked: [removed], check: { problems: problemsOf(visits), minutes: 1.5 }, ...change },
  }
  const put = (next: Partial<QuestionnaireState>) => {
    const document = next.document ?? state.document
    const variables = document.questions.map(({ variable }) => variable)
    const unasked = [...published.questions, removed].filter(({ variable }) => !variables.includes(variable))
    state = { ...state, ...next, unasked, version: state.version + 1 }
    return known()
  }
  const known = (): QuestionnaireState => {
    if (!state.isDraft) begun = { mark, document: published }
    const change = { message: 'It was changed outside this draft.', before: begun.document, after: published }
    return { ...state, basedOn: begun.mark, overtaken: begun.mark === mark ? null : { ...change, basedOn: mark } }
  }
  const isStale = (version: unknown) => Number(version) !== state.version
  const stale = () => refusal('conflict', 'Meanwhile the draft was changed by bo.', { version: 'old' })
  const outside = () => refusal('conflict', 'It was changed outside this draft.', { basedOn: 'old' })
  const version = { number: 3, author: 'anna', created: now, note: '', questions: 3, isCurrent: true }
  const before = { ...version, number: 2, isCurrent: false, note: 'Shorter', questions: 1 }
  const images: LibraryImage[] = [imageOf(1, 'shop.png')]
  const served: Served[] = [
    serve(listImages, () => ({ images })),
    serve(uploadImage, ({ body }) => {
      const image = imageOf(images.length + 1, (body as { name: string }).name)
      images.push(image)
      return image
    }),
    serve(getQuestionnaire, known),
    serve(saveQuestionnaireDraft, ({ body }) => {
      const sent = body as { document: QuestionnaireDocument; version: number; basedOn: string }
      const { document, version: seen, basedOn } = sent
      if (isStale(seen)) return stale()
      if (basedOn === mark) begun = { mark, document: published }
      else if (basedOn !== begun.mark) return outside()
      return put({ document: named(document), isDraft: true, changedBy: 'anna', changed: now })
    }),
    serve(discardQuestionnaireDraft, ({ query }) => {
      if (isStale(query['version'])) return stale()
      return put({ document: published, isDraft: false, changedBy: null, changed: null })
    }),
    serve(checkQuestionnaire, ({ body }) => ({
      problems: problemsOf((body as { document: QuestionnaireDocument }).document),
      minutes: 2,
    })),
    serve(publishQuestionnaire, ({ body }) => {
      if (isStale((body as { version: number }).version)) return stale()
      if (known().overtaken) return outside()
      const number = (state.published?.number ?? 0) + 1
      return put({ isDraft: false, changedBy: null, published: { number, author: 'anna', created: now } })
    }),
    serve(previewQuestionnaire, ({ body }) => {
      const { document, language, page } = body as { document: QuestionnaireDocument; language: 'en'; page: number }
      const pages = 1 + document.questions.slice(1).filter((question) => question.page).length
      const lines = document.questions.map(({ wording }) => `<p>${wording[language] ?? wording.en ?? ''}</p>`)
      return {
        html: `<!doctype html><title>Preview</title><h1>${language}</h1><h2>${page}</h2>${lines.join('')}`,
        pages,
      }
    }),
    serve(listQuestionnaireVersions, { versions: [version, before], total: 2 }),
    serve(getQuestionnaireVersion, ({ params }) =>
      params['number'] === '3'
        ? { ...version, document: published }
        : { ...before, document: { ...visits, questions: visits.questions.slice(0, 1) } },
    ),
    serve(restoreQuestionnaireVersion, ({ body }) => {
      if (isStale((body as { version: number }).version)) return stale()
      return put({
        document: { ...visits, questions: visits.questions.slice(0, 1) },
        isDraft: true,
        changedBy: 'anna',
        changed: now,
      })
    }),
  ]
  return {
    served,
    state: () => state,
    wordings: () => state.document.questions.map(({ wording }) => wording.en ?? ''),
    /** Somebody takes the last question out, in the configuration. */
    changeOutside: () => {
      published = { ...published, questions: published.questions.slice(0, -1) }
      mark = `${mark}, changed`
    },
    /** Somebody else saves in between. */
    overtake: () =>
      put({
        document: { ...visits, questions: visits.questions.slice(0, 1) },
        isDraft: true,
        changedBy: 'bo',
        changed: now,
      }),
  }
}
