import { discardQuestionnaireDraft, getQuestionnaire, saveQuestionnaireDraft } from '@gensvar/contract/questionnaires'
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
  readonly #params: { survey: string }

  constructor(survey: string, saved: QuestionnaireState) {
    const params = { survey }
    const typing: { key: string | null } = { key: null }
    super(saved, {
      get: () => call(getQuestionnaire, { params }),
      save: (value, { version, basedOn }) =>
        call(saveQuestionnaireDraft, { params, body: { document: documentOf(value), version, basedOn } }),
      valueOf: ({ document }, own) => editedOf(document, own),
      savedAs: ({ document }, sent) => storedOf(document, sent),
      isSame: isStored,
      adopt: (own, stored) => withNamesOf(own, stored, typing.key),
    })
    this.#typing = typing
    this.#params = params
  }

  /** Throws the draft away and goes on with what respondents are asked; it can be undone. Throws ApiError. */
  async discard(): Promise<void> {
    await this.flush()
    const query = { version: this.store.get().saved.version }
    this.take(await call(discardQuestionnaireDraft, { params: this.#params, query }))
  }

  /** Learns whether what respondents are asked was changed outside the draft. Throws ApiError. */
  async lookOutside(): Promise<void> {
    await this.look(({ overtaken }, known) => ({ ...known, overtaken }))
  }

  /** Saves the draft as meant to take the place of what was changed outside of it, as far as that is known. */
  keepOver(): Promise<boolean> {
    return this.keepMine((_theirs, known) => ({ ...known, basedOn: known.overtaken?.basedOn ?? known.basedOn }))
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
