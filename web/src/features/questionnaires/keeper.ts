import { getQuestionnaire, saveQuestionnaireDraft } from '@gensvar/contract/questionnaires'
import type { QuestionnaireState } from '@gensvar/contract/questionnaires'
import { call } from '#web/api.ts'
import { DraftKeeper } from '#web/lib/draft-keeper.ts'
import type { EditedDraft } from '#web/lib/draft-keeper.ts'
import { documentOf, editedOf, isStored, storedOf, withNamesOf } from './document/edited-document.ts'
import type { EditedDocument } from './document/edited-document.ts'

/** What the builder knows of the draft. */
export type QuestionnaireDraft = EditedDraft<EditedDocument, QuestionnaireState>

/** Keeps the draft of a questionnaire, and knows what is being typed. */
export class QuestionnaireKeeper extends DraftKeeper<EditedDocument, QuestionnaireState> {
  readonly #typing: { key: string | null }

  constructor(survey: string, saved: QuestionnaireState) {
    const params = { survey }
    const typing: { key: string | null } = { key: null }
    super(saved, {
      get: () => call(getQuestionnaire, { params }),
      save: (value, { version }) =>
        call(saveQuestionnaireDraft, { params, body: { document: documentOf(value), version } }),
      valueOf: ({ document }, own) => editedOf(document, own),
      savedAs: ({ document }, sent) => storedOf(document, sent),
      isSame: isStored,
      adopt: (own, stored) => withNamesOf(own, stored, typing.key),
    })
    this.#typing = typing
  }

  /**
   * Says which question or choice has its text typed now, by its key; null for none. Names are made of texts, so it gets
   * one only when it is left.
   */
  typing(key: string | null): void {
    this.#typing.key = key
    if (key === null) this.adopt()
  }
}
