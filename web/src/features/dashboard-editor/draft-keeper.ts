import { getDraft, saveDraft } from '@gensvar/contract/dashboard-editor'
import type { DraftState } from '@gensvar/contract/dashboard-editor'
import { call } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { createStore } from '#web/lib/store.ts'

/** Milliseconds without a change before the draft is saved. */
const saveAfter = 700

/** Milliseconds before saving is tried again where the server could not be reached. */
const tryAfter = 5_000

/** Changes of one key each within this time are undone together, in milliseconds. */
const oneStep = 1_500

/** Most steps that can be undone. */
const mostSteps = 200

/** What the editor knows of the draft. */
export interface EditedDraft {
  /** The text as it is edited. */
  text: string
  /** What the server has. */
  saved: DraftState
  saving: 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict'
  /** Why it is not saved; null otherwise. */
  reason: string | null
  canUndo: boolean
  canRedo: boolean
}

/** Keeps the draft that somebody edits: its steps, and the saving of it as it changes. */
export class DraftKeeper {
  readonly store
  readonly #survey: string
  #undone: string[] = []
  #done: string[] = []
  #lastTyped = 0
  /** Whether the text is saved although the server has the same. */
  #isForced = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | null = null

  constructor(survey: string, saved: DraftState) {
    this.#survey = survey
    const first: EditedDraft = {
      ...{ text: saved.text, saved, saving: 'saved', reason: null, canUndo: false, canRedo: false },
    }
    this.store = createStore(first)
  }

  /** Changes the text; what is typed is undone in larger steps than single characters. */
  change(text: string, isTyped = false): void {
    const { text: before } = this.store.get()
    if (text === before) return
    const now = Date.now()
    if (!isTyped || now - this.#lastTyped > oneStep) this.#done = [...this.#done, before].slice(-mostSteps)
    this.#lastTyped = isTyped ? now : 0
    this.#undone = []
    this.#show(text)
  }

  /** Takes the last change back. */
  undo(): void {
    const before = this.#done.pop()
    if (before === undefined) return
    this.#undone.push(this.store.get().text)
    this.#lastTyped = 0
    this.#show(before)
  }

  /** Makes the change again that was taken back last. */
  redo(): void {
    const next = this.#undone.pop()
    if (next === undefined) return
    this.#done.push(this.store.get().text)
    this.#lastTyped = 0
    this.#show(next)
  }

  /** Saves what is not saved yet; false where that is not possible. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    this.#running ??= this.#save().finally(() => {
      this.#running = null
    })
    await this.#running
    return this.store.get().saving === 'saved'
  }

  /** Goes on with what the server has: after publishing, discarding, or what somebody else did. */
  take(saved: DraftState): void {
    clearTimeout(this.#timer)
    const { text } = this.store.get()
    if (text !== saved.text) this.#done = [...this.#done, text].slice(-mostSteps)
    this.#undone = []
    this.#lastTyped = 0
    this.store.set({ text: saved.text, saved, saving: 'saved', reason: null, ...this.#steps() })
  }

  /** Replaces the own text by what somebody else saved; it can be undone. Throws ApiError. */
  async takeTheirs(): Promise<void> {
    this.take(await call(getDraft, { params: { survey: this.#survey } }))
  }

  /**
   * Saves the own text over what somebody else saved or published; `isMerged` says that the text was made with the
   * published version in sight. Throws ApiError.
   */
  async keepMine({ isMerged = false } = {}): Promise<boolean> {
    const { saved } = this.store.get()
    const theirs = await call(getDraft, { params: { survey: this.#survey } })
    const basedOn = isMerged ? theirs.published.number : saved.basedOn
    this.#isForced = true
    this.store.set({ saved: { ...theirs, basedOn }, saving: 'waiting', reason: null })
    return this.flush()
  }

  /** Saves what is left, as somebody leaves the editor. */
  end(): void {
    if (this.store.get().saving === 'waiting') void this.flush()
    clearTimeout(this.#timer)
  }

  #steps() {
    return { canUndo: this.#done.length > 0, canRedo: this.#undone.length > 0 }
  }

  #show(text: string): void {
    const { saving } = this.store.get()
    this.store.set({ text, ...this.#steps() })
    // A conflict is solved by whoever edits, not by the next key.
    if (saving === 'conflict') return
    if (saving !== 'saving') this.store.set({ saving: 'waiting', reason: null })
    this.#saveIn(saveAfter)
  }

  #saveIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  async #save(): Promise<void> {
    for (;;) {
      const { text, saved, saving } = this.store.get()
      if (saving === 'conflict') return
      if (text === saved.text && !this.#isForced) return this.store.set({ saving: 'saved', reason: null })
      this.store.set({ saving: 'saving', reason: null })
      try {
        const body = { text, version: saved.version, basedOn: saved.basedOn }
        const next = await call(saveDraft, { params: { survey: this.#survey }, body })
        this.#isForced = false
        this.store.set({ saved: next, saving: 'saving' })
      } catch (error) {
        return this.#refused(error)
      }
      if (this.store.get().text === text) return this.store.set({ saving: 'saved' })
    }
  }

  #refused(error: unknown): void {
    const isConflict = error instanceof ApiError && error.code === 'conflict'
    this.store.set({ saving: isConflict ? 'conflict' : 'failed', reason: errorText(error) })
    if (error instanceof ApiError && ['offline', 'timeout', 'unavailable', 'too_many'].includes(error.code))
      this.#saveIn(tryAfter)
  }
}
