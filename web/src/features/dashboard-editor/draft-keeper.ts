import { getDraft, saveDraft } from '@gensvar/contract/dashboard-editor'
import type { DraftState } from '@gensvar/contract/dashboard-editor'
import { call } from '#web/api.ts'
import { DraftKeeper as Keeper } from '#web/lib/draft-keeper.ts'
import type { EditedDraft as Edited } from '#web/lib/draft-keeper.ts'

/** What the editor knows of the draft, whose value is its text. */
export type EditedDraft = Edited<string, DraftState>

/** Keeps the text of a survey's draft. */
export type DraftKeeper = Keeper<string, DraftState>

/** Makes the keeper of a survey's draft. */
export function makeKeeper(survey: string, saved: DraftState): DraftKeeper {
  const params = { survey }
  return new Keeper(saved, {
    get: () => call(getDraft, { params }),
    save: (text, { version, basedOn }) => call(saveDraft, { params, body: { text, version, basedOn } }),
    valueOf: ({ text }) => text,
    savedAs: ({ text }) => text,
    isSame: (own, stored) => own === stored,
    adopt: (own) => own,
  })
}

/**
 * Saves the own text over what somebody else saved; with `isMerged` over what somebody else published meanwhile, as it was
 * seen, and not over a draft that was saved since. Throws ApiError.
 */
export function keepMine(keeper: DraftKeeper, { isMerged = false } = {}): Promise<boolean> {
  return keeper.keepMine((theirs, { basedOn, version }) =>
    isMerged ? { ...theirs, version, basedOn: theirs.published.number } : { ...theirs, basedOn },
  )
}
