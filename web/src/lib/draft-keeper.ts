import { ApiError } from './api-error.ts'
import { errorText } from './error-text.ts'
import { createStore } from './store.ts'
import type { Store } from './store.ts'

/** Milliseconds without a key before what follows what is typed, such as an outline, is brought up to it. */
const settleAfter = 300

/** Milliseconds without a change before the draft is saved. */
const saveAfter = 700

/** Milliseconds before saving is tried again where the server could not be reached. */
const tryAfter = 5_000

/** Changes of one key each within this time are undone together, in milliseconds. */
const oneStep = 1_500

/** Most steps that can be undone. */
const mostSteps = 200

/** Where a draft comes from and goes to: `Value` is what is edited of `Saved`, which is what the server has. */
export interface DraftSource<Value, Saved> {
  /** Throws ApiError, as does `save`. */
  get: () => Promise<Saved>
  save: (value: Value, saved: Saved) => Promise<Saved>
  /** What is edited of what the server has; `own` is what was edited until then. */
  valueOf: (saved: Saved, own: Value | null) => Value
  /** What was saved, as the server has it then. */
  savedAs: (saved: Saved, sent: Value) => Value
  /** Whether the server already has what is edited. */
  isSame: (own: Value, stored: Value) => boolean
  /** What is edited, with what the server has added to it by saving it, such as names. */
  adopt: (own: Value, stored: Value) => Value
}

/** What an editor knows of the draft. */
export interface EditedDraft<Value, Saved> {
  /** The value as everything but its own field shows it: what is typed there follows in a pause, all else at once. */
  settled: Value
  /** What the server has. */
  saved: Saved
  saving: 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict'
  /** Why it is not saved; null otherwise. */
  reason: string | null
  canUndo: boolean
  canRedo: boolean
}

/** Keeps the draft that somebody edits: its steps, and the saving of it as it changes. */
export class DraftKeeper<Value, Saved> {
  /** What the whole editor follows. */
  readonly store: Store<EditedDraft<Value, Saved>>
  /** The value as it is. It changes with every key, so only its own field follows it. */
  readonly typed: Store<{ value: Value }>
  readonly #source: DraftSource<Value, Saved>
  /** What is edited, as the server has it. */
  #stored: Value
  #undone: Value[] = []
  #done: Value[] = []
  #lastTyped = 0
  /** Whether it is saved although the server has the same. */
  #isForced = false
  /** Until the next pause, and until the next saving; undefined where none is due. */
  #pause: ReturnType<typeof setTimeout> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | null = null

  constructor(saved: Saved, source: DraftSource<Value, Saved>) {
    this.#source = source
    this.#stored = source.valueOf(saved, null)
    this.typed = createStore({ value: this.#stored })
    this.store = createStore<EditedDraft<Value, Saved>>({
      ...{ settled: this.#stored, saved, saving: 'saved', reason: null, canUndo: false, canRedo: false },
    })
  }

  /** The value as it is: what every change begins with. */
  get value(): Value {
    return this.typed.get().value
  }

  /** Changes the value; what is typed is undone in larger steps than single characters, and settles in a pause. */
  change(value: Value, isTyped = false): void {
    const before = this.value
    if (value === before) return
    const now = Date.now()
    if (!isTyped || now - this.#lastTyped > oneStep) this.#done = [...this.#done, before].slice(-mostSteps)
    this.#lastTyped = isTyped ? now : 0
    this.#undone = []
    this.#show(value, isTyped)
  }

  /** Brings what follows the value up to it, without waiting for a pause. */
  settle(): void {
    clearTimeout(this.#pause)
    this.#tell({ settled: this.value })
  }

  /** Takes the last change back. */
  undo(): void {
    const before = this.#done.pop()
    if (before === undefined) return
    this.#undone.push(this.value)
    this.#lastTyped = 0
    this.#show(this.#source.adopt(before, this.#stored))
  }

  /** Makes the change again that was taken back last. */
  redo(): void {
    const next = this.#undone.pop()
    if (next === undefined) return
    this.#done.push(this.value)
    this.#lastTyped = 0
    this.#show(this.#source.adopt(next, this.#stored))
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

  /** Takes over what the server added to the value when it was last saved, if that is the value as it is. */
  adopt(): void {
    if (this.store.get().saving === 'saved') this.#adopt()
  }

  /** Goes on with what the server has: after publishing, discarding, or what somebody else did. */
  take(saved: Saved): void {
    clearTimeout(this.#pause)
    this.#saveIn(null)
    const { value } = this
    this.#stored = this.#source.valueOf(saved, value)
    if (!this.#source.isSame(value, this.#stored)) this.#done = [...this.#done, value].slice(-mostSteps)
    this.#undone = []
    this.#lastTyped = 0
    this.typed.set({ value: this.#stored })
    this.store.set({ settled: this.#stored, saved, saving: 'saved', reason: null, ...this.#steps() })
  }

  /** Replaces what was edited by what somebody else saved; it can be undone. Throws ApiError. */
  async takeTheirs(): Promise<void> {
    this.take(await this.#source.get())
  }

  /**
   * Saves what was edited over what somebody else saved or published; `over` makes of theirs, and of what was known
   * before, what it is saved over. Throws ApiError.
   */
  async keepMine(over: (theirs: Saved, known: Saved) => Saved = (theirs) => theirs): Promise<boolean> {
    const theirs = await this.#source.get()
    this.#isForced = true
    this.store.set({ saved: over(theirs, this.store.get().saved), saving: 'waiting', reason: null })
    return this.flush()
  }

  /**
   * Learns what `learn` makes of what the server has by now and of what was known, and changes nothing of what is edited.
   * Throws ApiError.
   */
  async look(learn: (theirs: Saved, known: Saved) => Saved): Promise<void> {
    const theirs = await this.#source.get()
    this.store.set({ saved: learn(theirs, this.store.get().saved) })
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
  #tell(change: Partial<EditedDraft<Value, Saved>>): void {
    const now = this.store.get()
    if (Object.entries(change).some(([key, value]) => value !== Reflect.get(now, key))) this.store.set(change)
  }

  #show(value: Value, isTyped = false): void {
    const { saving } = this.store.get()
    this.typed.set({ value })
    clearTimeout(this.#pause)
    if (isTyped) this.#pause = setTimeout(() => this.settle(), settleAfter)
    const shown = { ...(!isTyped && { settled: value }), ...this.#steps() }
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

  #adopt(): void {
    const { value } = this
    const adopted = this.#source.adopt(value, this.#stored)
    if (adopted === value) return
    this.typed.set({ value: adopted })
    // What is typed meanwhile settles in its own pause.
    if (this.store.get().settled === value) this.#tell({ settled: adopted })
  }

  async #save(): Promise<void> {
    const { isSame, save, savedAs } = this.#source
    for (;;) {
      const { value } = this
      const { saved, saving } = this.store.get()
      if (saving === 'conflict') return
      if (isSame(value, this.#stored) && !this.#isForced) return this.store.set({ saving: 'saved', reason: null })
      this.store.set({ saving: 'saving', reason: null })
      try {
        const next = await save(value, saved)
        this.#isForced = false
        this.#stored = savedAs(next, value)
        this.store.set({ saved: next, saving: 'saving' })
      } catch (error) {
        return this.#refused(error)
      }
      const isLast = this.value === value
      this.#adopt()
      if (isLast) return this.store.set({ saving: 'saved' })
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
