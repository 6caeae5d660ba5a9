import grapesjs from 'grapesjs'
import type { Component, ComponentView, Editor } from 'grapesjs'
import 'grapesjs/dist/css/grapes.min.css'
import * as mjmlModule from 'grapesjs-mjml'
import { setUpTypes } from './component-types.ts'
import type { Design, DesignNode, DesignPath } from './design-tree.ts'
import { componentAt, definitionOf, partOf, pathOf } from './grapes-tree.ts'
import { strictHtml } from './strict-html.ts'
import { formatText, textEditing } from './text-editing.ts'
import type { EditedText, TextFormat } from './text-editing.ts'

/** The plugin: it is no ES module, and bundlers wrap it differently. */
const mjmlPlugin = unwrapped(mjmlModule)

/** Widths that a mail is shown in. */
export type CanvasWidth = 'wide' | 'phone'

/** What the canvas tells of. */
export interface CanvasEvents {
  /** Somebody changed the mail by mouse or keyboard in the canvas. */
  onChange: (body: DesignNode) => void
  onSelect: (path: DesignPath | null) => void
  /** A text is being edited, or no more. */
  onEdit: (isEdited: boolean) => void
  /** An image was double-clicked. */
  onImage: () => void
  /** Escape was pressed in a text. */
  onLeaveText: () => void
}

/** Names for screen readers. */
export interface CanvasWords {
  canvas: string
  text: string
  /** Name of a part, by its element. */
  nameOf: (element: string) => string
}

/** Says of a text that it comes from where it is edited, which goes on. */
const quietly: object = { fromDisable: true }

const frameStyle = `
  body { background: #fff; color-scheme: light; }
  [data-gjs-type="gv-between"] { padding: 2px 8px; font: 12px monospace; color: #14171c; background: #e8ecf3; }
`

/** The canvas that a mail is designed in: shows it, selects, moves and edits its parts. */
export class DesignCanvas {
  private readonly editor: Editor
  private readonly events: CanvasEvents
  private design: Design | null = null
  private edited: { component: Component; text: EditedText } | null = null
  private isLoading = false
  private isTelling = false

  constructor(container: HTMLElement, events: CanvasEvents, words: CanvasWords) {
    this.events = events
    this.editor = grapesjs.init({
      container,
      ...{ height: '100%', width: 'auto', fromElement: false, storageManager: false, telemetry: false, cssIcons: '' },
      ...{ noticeOnUnload: false, showOffsets: false, panels: { defaults: [] }, keymaps: { defaults: {} } },
      ...{ blockManager: { custom: true }, layerManager: { custom: true }, styleManager: { custom: true } },
      ...{ traitManager: { custom: true }, selectorManager: { custom: true }, richTextEditor: { actions: [] } },
      deviceManager: {
        devices: [
          { id: 'wide', name: 'wide', width: '' },
          { id: 'phone', name: 'phone', width: '375px' },
        ],
      },
      canvas: { frameStyle, customBadgeLabel: (component) => words.nameOf(component.get('tagName') ?? '') },
      plugins: [
        (editor) =>
          mjmlPlugin(editor, {
            ...{ blocks: [], useCustomTheme: false, resetDevices: false, resetStyleManager: false, columnsPadding: '' },
            customComponents: [(_editor, options) => setUpTypes(editor, options, () => this.design?.around[0] ?? '')],
          }),
      ],
    })
    const { editor } = this
    editor.on('run:open-assets:before', (options: { abort?: boolean }) => {
      options.abort = true
      events.onImage()
    })
    editor.setCustomRte(this.editing(words))
    editor.on('component:add component:remove component:update component:input', () => this.tellLater())
    editor.on('component:selected component:deselected', () => this.tellSelected())
    editor.on('canvas:frame:load:body', ({ el }: { el: HTMLIFrameElement }) => {
      el.title = words.canvas
      const page = el.contentDocument
      if (!page) return
      page.title = words.canvas
      page.documentElement.lang = document.documentElement.lang
    })
  }

  /** Shows a design; nothing is selected but the part at the path. */
  load(design: Design, selected: DesignPath = []): void {
    const scrolled = this.frameWindow()?.scrollY ?? 0
    this.isLoading = true
    this.edited?.text.release()
    this.edited = null
    this.design = design
    this.editor.setComponents([{ type: 'mjml', tagName: 'mjml', components: [definitionOf(design.body)] }])
    this.editor.UndoManager.clear()
    this.isLoading = false
    this.select(selected)
    this.frameWindow()?.scrollTo(0, scrolled)
  }

  /** The body as it is now, with the text that is being edited. */
  body(): DesignNode | null {
    const body = this.bodyComponent()
    return body && partOf(body, (component) => this.liveContent(component))
  }

  /** Selects a part and brings it into sight; an empty path selects nothing. */
  select(path: DesignPath): void {
    const body = this.bodyComponent()
    const component = body && path.length > 0 ? componentAt(body, path) : null
    if (component === (this.editor.getSelected() ?? null)) return
    this.editor.select(component ?? undefined)
    if (component) this.editor.Canvas.scrollTo(component, {})
  }

  /** Changes an attribute of a part, as it is written in the markup; null removes it. */
  setAttribute(path: DesignPath, name: string, value: string | null): void {
    const body = this.bodyComponent()
    const component = body && componentAt(body, path)
    if (!component) return
    if (value === null) component.removeAttributes(name)
    else component.addAttributes({ [name]: value })
  }

  /** Begins to edit the text of a part. */
  edit(path: DesignPath): void {
    const body = this.bodyComponent()
    const component = body && componentAt(body, path)
    component?.trigger('focus')
  }

  /** Ends editing; what was written stays. */
  async stopEditing(): Promise<void> {
    const view = this.edited?.component.view as (ComponentView & { disableEditing?: () => Promise<void> }) | undefined
    await view?.disableEditing?.()
  }

  /** Changes the text that is being edited, at its selection. */
  format(format: TextFormat, value?: string): void {
    if (this.edited) formatText(this.edited.text, format, value)
  }

  /** Begins to drag parts into the canvas. */
  startDrag(parts: readonly DesignNode[], event: DragEvent): void {
    const block = this.editor.Blocks.add('dragged', { label: '', content: parts.map(definitionOf) })
    this.editor.Blocks.startDrag(block, event)
  }

  /** Ends it, wherever it was let go. */
  endDrag(): void {
    this.editor.Blocks.endDrag()
  }

  setWidth(width: CanvasWidth): void {
    this.editor.Devices.select(width)
  }

  /** Ends the canvas, after the text that is being edited. */
  destroy(): void {
    this.isLoading = true
    void this.stopEditing().finally(() => this.editor.destroy())
  }

  private editing(words: CanvasWords) {
    const { events } = this
    const rte = textEditing({ named: () => words.text, leave: () => events.onLeaveText() })
    const { enable, disable } = rte
    return {
      ...rte,
      enable: async (...given: Parameters<typeof enable>) => {
        const text = await enable(...given)
        this.edited = { component: given[2].view.model, text }
        events.onEdit(true)
        return text
      },
      disable: (...given: Parameters<typeof disable>) => {
        // At once, so that no moment is without what was written.
        const { component } = this.edited ?? {}
        const content = component && this.liveContent(component)
        this.edited = null
        if (component && content !== null && content !== undefined) component.set('content', content, quietly)
        disable(...given)
        events.onEdit(false)
      },
    }
  }

  private liveContent(component: Component): string | null {
    if (this.edited?.component !== component) return null
    const { before, element } = this.edited.text
    const now = strictHtml(element)
    // What nobody changed stays as it was written.
    return now === before ? null : now
  }

  private bodyComponent(): Component | null {
    return this.editor.getWrapper()?.findType('mj-body')[0] ?? null
  }

  private frameWindow(): Window | null {
    return this.editor.Canvas.getWindow() ?? null
  }

  private tellLater(): void {
    if (this.isLoading || this.isTelling) return
    this.isTelling = true
    // One step of the canvas removes and adds parts; it is told when it is whole.
    queueMicrotask(() => {
      this.isTelling = false
      const body = this.isLoading ? null : this.body()
      if (body) this.events.onChange(body)
    })
  }

  private tellSelected(): void {
    if (this.isLoading) return
    const body = this.bodyComponent()
    const component = this.editor.getSelected()
    this.events.onSelect(body && component ? pathOf(body, component) : null)
  }
}

function unwrapped(module: unknown): typeof mjmlModule.default {
  let found = module
  while (typeof found === 'object' && found !== null && 'default' in found) found = found.default
  return found as typeof mjmlModule.default
}
