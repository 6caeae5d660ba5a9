import { getDraft, saveDraft } from '@gensvar/contract/dashboard-editor'
import type { DraftState } from '@gensvar/contract/dashboard-editor'
import { call } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { createStore } from '#web/lib/store.ts'
import type { Store } from '#web/lib/store.ts'

/** Milliseconds without a key before what follows the text, such as its structure, is brought up to it. */
const settleAfter = 300

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
  /** The text as everything but its own field shows it: what is typed there follows in a pause, all else at once. */
  settled: string
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
  /** What the whole editor follows. */
  readonly store: Store<EditedDraft>
  /** The text as it is. It changes with every key, so only its own field follows it. */
  readonly typed: Store<{ text: string }>
  readonly #survey: string
  #undone: string[] = []
  #done: string[] = []
  #lastTyped = 0
  /** Whether the text is saved although the server has the same. */
  #isForced = false
  /** Until the next pause, and until the next saving; undefined where none is due. */
  #pause: ReturnType<typeof setTimeout> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | null = null

  constructor(survey: string, saved: DraftState) {
    this.#survey = survey
    this.typed = createStore({ text: saved.text })
    this.store = createStore<EditedDraft>({
      ...{ settled: saved.text, saved, saving: 'saved', reason: null, canUndo: false, canRedo: false },
    })
  }

  /** The text as it is: what every change begins with. */
  get text(): string {
    return this.typed.get().text
  }

  /** Changes the text; what is typed is undone in larger steps than single characters, and settles in a pause. */
  change(text: string, isTyped = false): void {
    const before = this.text
    if (text === before) return
    const now = Date.now()
    if (!isTyped || now - this.#lastTyped > oneStep) this.#done = [...this.#done, before].slice(-mostSteps)
    this.#lastTyped = isTyped ? now : 0
    this.#undone = []
    this.#show(text, isTyped)
  }

  /** Brings what follows the text up to it, without waiting for a pause. */
  settle(): void {
    clearTimeout(this.#pause)
    this.#tell({ settled: this.text })
  }

  /** Takes the last change back. */
  undo(): void {
    const before = this.#done.pop()
    if (before === undefined) return
    this.#undone.push(this.text)
    this.#lastTyped = 0
    this.#show(before)
  }

  /** Makes the change again that was taken back last. */
  redo(): void {
    const next = this.#undone.pop()
    if (next === undefined) return
    this.#done.push(this.text)
    this.#lastTyped = 0
    this.#show(next)
  }

  /** Saves what is not saved yet; false where that is not possible. */
  async flush(): Promise<boolean> {
    this.settle()
    do {
      this.#saveIn(null)
      await this.#run()
    } while (this.store.get().saving === 'waiting')
    return this.store.get().saving === 'saved'
  }

  /** Goes on with what the server has: after publishing, discarding, or what somebody else did. */
  take(saved: DraftState): void {
    clearTimeout(this.#pause)
    this.#saveIn(null)
    const { text } = this
    if (text !== saved.text) this.#done = [...this.#done, text].slice(-mostSteps)
    this.#undone = []
    this.#lastTyped = 0
    this.typed.set({ text: saved.text })
    this.store.set({ settled: saved.text, saved, saving: 'saved', reason: null, ...this.#steps() })
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
    clearTimeout(this.#pause)
    this.#saveIn(null)
  }

  #steps() {
    return { canUndo: this.#done.length > 0, canRedo: this.#undone.length > 0 }
  }

  /** Tells of a change; of none where nothing is different, so that a key redraws the text alone. */
  #tell(change: Partial<EditedDraft>): void {
    const now = this.store.get()
    if (Object.entries(change).some(([key, value]) => value !== Reflect.get(now, key))) this.store.set(change)
  }

  #show(text: string, isTyped = false): void {
    const { saving } = this.store.get()
    this.typed.set({ text })
    clearTimeout(this.#pause)
    if (isTyped) this.#pause = setTimeout(() => this.settle(), settleAfter)
    const shown = { ...(!isTyped && { settled: text }), ...this.#steps() }
    // A conflict is solved by whoever edits, not by the next key.
    if (saving === 'conflict') return this.#tell(shown)
    this.#tell(saving === 'saving' ? shown : { ...shown, saving: 'waiting', reason: null })
    this.#saveIn(saveAfter)
  }

  /** Saves in some milliseconds instead of when it was due; null for not at all. */
  #saveIn(ms: number | null): void {
    clearTimeout(this.#timer)
    this.#timer = ms === null ? undefined : setTimeout(() => this.#saveNow(), ms)
  }

  #saveNow(): void {
    this.#saveIn(null)
    this.settle()
    void this.#run()
  }

  /** Saves once, or waits for the saving that runs. */
  #run(): Promise<void> {
    this.#running ??= this.#save().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #save(): Promise<void> {
    for (;;) {
      const { text } = this
      const { saved, saving } = this.store.get()
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
      if (this.text === text) return this.store.set({ saving: 'saved' })
      // What was typed meanwhile is saved in its own pause, not after every answer.
      if (this.#timer !== undefined) return this.store.set({ saving: 'waiting' })
    }
  }

  #refused(error: unknown): void {
    const isConflict = error instanceof ApiError && error.code === 'conflict'
    this.store.set({ saving: isConflict ? 'conflict' : 'failed', reason: errorText(error) })
    if (error instanceof ApiError && ['offline', 'timeout', 'unavailable', 'too_many'].includes(error.code))
      this.#saveIn(tryAfter)
  }
}
