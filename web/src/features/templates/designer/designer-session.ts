import { MarkupFault } from '@gensvar/contract/template-markup'
import { createStore } from '#web/lib/store.ts'
import { DesignCanvas } from './design-canvas.ts'
import type { CanvasWidth, CanvasWords } from './design-canvas.ts'
import { nodeAt, readDesign, writeDesign } from './design-tree.ts'
import type { Design, DesignNode, DesignPath } from './design-tree.ts'
import { History } from './history.ts'
import type { TextFormat } from './text-editing.ts'
import { withPart } from './tree-steps.ts'
import type { Step } from './tree-steps.ts'

/** What a session tells of. */
export interface SessionEvents {
  /** The markup after a change. */
  onChange: (text: string) => void
  /** An image was double-clicked. */
  onImage: () => void
  /** Editing of a text was ended by the keyboard. */
  onLeaveText: () => void
}

/** What the parts of the designer show. */
export interface DesignerState {
  /** Null while there is no mail that can be shown. */
  body: DesignNode | null
  selected: DesignPath
  /** Whether a text is being edited. */
  isEditing: boolean
  canUndo: boolean
  canRedo: boolean
}

const nothing: DesignerState = { body: null, selected: [], isEditing: false, canUndo: false, canRedo: false }

/** Somebody designing a mail: its markup becomes something to design, and what is changed becomes markup. */
export class DesignerSession {
  readonly store = createStore<DesignerState>(nothing)
  private events: SessionEvents
  private readonly words: CanvasWords
  private readonly history = new History()
  private canvas: DesignCanvas | null = null
  private design: Design | null = null
  /** The markup that is shown, as it came and as the designer writes it. */
  private shown: { given: string; written: string } | null = null

  constructor(words: CanvasWords, events: SessionEvents) {
    this.words = words
    this.events = events
  }

  /** Tells somebody else from now on. */
  listen(events: SessionEvents): void {
    this.events = events
  }

  /** Draws the canvas in an element; what is returned removes it. */
  draw(container: HTMLElement | null): (() => void) | undefined {
    if (!container) return undefined
    const canvas = new DesignCanvas(
      container,
      {
        onChange: (body) => this.take(body, this.store.get().selected, true),
        onSelect: (path) => this.store.set({ selected: path ?? [] }),
        onEdit: (isEditing) => this.store.set({ isEditing }),
        onImage: () => this.events.onImage(),
        onLeaveText: () => void this.leaveText(),
      },
      this.words,
    )
    this.canvas = canvas
    if (this.design) canvas.load(this.design)
    return () => {
      this.canvas = null
      canvas.destroy()
      this.store.set({ isEditing: false })
    }
  }

  /** Shows markup, unless it is what is shown. */
  follow(text: string): void {
    if (this.shown?.given === text) return
    this.show(text, [])
    this.history.add({ text, path: [] }, { isTyped: false, time: performance.now() })
    this.tellSteps()
  }

  /** The markup that is shown, as it came. */
  get markup(): string {
    return this.shown?.given ?? ''
  }

  select(path: DesignPath): void {
    this.store.set({ selected: path })
    this.canvas?.select(path)
  }

  /** Changes the structure of the mail; null changes nothing. */
  step(make: (body: DesignNode) => Step | null): void {
    const now = this.canvas?.body() ?? this.design?.body
    const step = now ? make(now) : null
    if (!step) return
    this.take(step.body, step.selected, false)
    this.store.set({ selected: step.selected })
    if (this.design) this.canvas?.load(this.design, step.selected)
  }

  /** Changes an attribute of the selected part, as it is written in the markup; null removes it. */
  async setAttribute(name: string, value: string | null): Promise<void> {
    const { selected } = this.store.get()
    await this.canvas?.stopEditing()
    this.canvas?.setAttribute(selected, name, value)
  }

  /** Changes what stands between elements, where that is selected. */
  setContent(content: string): void {
    const { selected } = this.store.get()
    this.step((body) => {
      const part = nodeAt(body, selected)
      return part && { body: withPart(body, selected, { ...part, content }), selected }
    })
  }

  undo(): void {
    this.go(-1)
  }

  redo(): void {
    this.go(1)
  }

  setWidth(width: CanvasWidth): void {
    this.canvas?.setWidth(width)
  }

  /** Begins to edit the text of the selected part. */
  editText(): void {
    this.canvas?.edit(this.store.get().selected)
  }

  /** Ends editing, by the keyboard. */
  async leaveText(): Promise<void> {
    await this.canvas?.stopEditing()
    this.events.onLeaveText()
  }

  /** Changes the text that is being edited, at its selection. */
  format(format: TextFormat, value?: string): void {
    this.canvas?.format(format, value)
  }

  startDrag(parts: readonly DesignNode[], event: DragEvent): void {
    this.canvas?.startDrag(parts, event)
  }

  endDrag(): void {
    this.canvas?.endDrag()
  }

  private show(text: string, path: DesignPath): void {
    const read = readOrNull(text)
    const selected = read && nodeAt(read.body, path) ? path : []
    this.design = read
    this.shown = { given: text, written: read ? writeDesign(read) : text }
    this.store.set({ body: read?.body ?? null, selected })
    if (read) this.canvas?.load(read, selected)
  }

  private take(body: DesignNode, path: DesignPath, isTyped: boolean): void {
    if (!this.design) return
    const design = { ...this.design, body }
    const text = writeDesign(design)
    if (text === this.shown?.written) return
    this.design = design
    this.shown = { given: text, written: text }
    this.store.set({ body })
    this.history.add({ text, path }, { isTyped, time: performance.now() })
    this.tellSteps()
    this.events.onChange(text)
  }

  private go(by: -1 | 1): void {
    const moment = this.history.go(by)
    if (!moment) return
    this.show(moment.text, moment.path)
    this.tellSteps()
    this.events.onChange(moment.text)
  }

  private tellSteps(): void {
    const { canUndo, canRedo } = this.history
    this.store.set({ canUndo, canRedo })
  }
}

function readOrNull(text: string): Design | null {
  try {
    return readDesign(text)
  } catch (error) {
    if (error instanceof MarkupFault) return null
    throw error
  }
}
