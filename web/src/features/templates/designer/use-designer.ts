import { useEffect, useRef, useState } from 'react'
import { MarkupFault } from '@gensvar/contract/template-markup'
import { DesignCanvas } from './design-canvas.ts'
import type { CanvasWidth, CanvasWords } from './design-canvas.ts'
import { nodeAt, readDesign, writeDesign } from './design-tree.ts'
import type { Design, DesignNode, DesignPath } from './design-tree.ts'
import { withPart } from './tree-steps.ts'
import type { Step } from './tree-steps.ts'
import { useSteps } from './use-steps.ts'

interface Options {
  /** The markup of the mail. */
  value: string
  onChange: (value: string) => void
  onImage: () => void
  onLeaveText: () => void
  words: CanvasWords
}

/** What the parts of the designer share. */
export interface Designer {
  /** The element that the canvas is drawn in. */
  attach: (container: HTMLElement | null) => void
  /** Null while there is no mail that can be shown. */
  body: DesignNode | null
  selected: DesignPath
  part: DesignNode | null
  /** Whether a text is being edited. */
  isEditing: boolean
  select: (path: DesignPath) => void
  /** Changes the structure of the mail. */
  take: (make: (body: DesignNode) => Step | null) => void
  setAttribute: (name: string, value: string | null) => void
  /** Changes what stands between elements. */
  setContent: (content: string) => void
  canUndo: boolean
  canRedo: boolean
  undo: () => void
  redo: () => void
  setWidth: (width: CanvasWidth) => void
  /** For editing texts and dragging; null until it is drawn. */
  canvas: () => DesignCanvas | null
}

/** A mail's markup as something to design: it follows the markup, and what is changed becomes markup. */
export function useDesigner(options: Options): Designer {
  const { value } = options
  const latest = useRef(options)
  latest.current = options
  const canvas = useRef<DesignCanvas | null>(null)
  const design = useRef<Design | null>(null)
  /** The markup that is shown, as it came and as the designer writes it. */
  const shown = useRef<{ given: string; written: string } | null>(null)
  const [container, attach] = useState<HTMLElement | null>(null)
  const [body, setBody] = useState<DesignNode | null>(null)
  const [selected, setSelected] = useState<DesignPath>([])
  const selectedNow = useRef(selected)
  selectedNow.current = selected
  const [isEditing, setEditing] = useState(false)
  const steps = useSteps()

  const show = (text: string, path: DesignPath): void => {
    const read = readOrNull(text)
    design.current = read
    shown.current = { given: text, written: read ? writeDesign(read) : text }
    setBody(read?.body ?? null)
    setSelected(path)
    if (read) canvas.current?.load(read, path)
  }

  const pass = (changed: DesignNode, path: DesignPath, isTyped: boolean): string | null => {
    if (!design.current || !shown.current) return null
    const next = { ...design.current, body: changed }
    const text = writeDesign(next)
    if (text === shown.current.written) return null
    design.current = next
    shown.current = { given: text, written: text }
    setBody(changed)
    steps.add({ text, path }, isTyped)
    latest.current.onChange(text)
    return text
  }

  const go = (step: { text: string; path: DesignPath } | null): void => {
    if (!step) return
    show(step.text, nodeAt(readOrNull(step.text)?.body ?? emptyBody, step.path) ? step.path : [])
    latest.current.onChange(step.text)
  }

  useEffect(() => {
    if (!container) return
    const made = new DesignCanvas(
      container,
      {
        onChange: (changed) => pass(changed, selectedNow.current, true),
        onSelect: (path) => setSelected(path ?? []),
        onEdit: setEditing,
        onImage: () => latest.current.onImage(),
        onLeaveText: () => latest.current.onLeaveText(),
      },
      latest.current.words,
    )
    canvas.current = made
    if (design.current) made.load(design.current)
    return () => {
      canvas.current = null
      made.destroy()
    }
    // The canvas lives as long as its element.
  }, [container])

  useEffect(() => {
    if (shown.current?.given === value) return
    show(value, [])
    steps.add({ text: value, path: [] }, false)
  }, [value])

  return {
    ...{ attach, body, selected, isEditing, canUndo: steps.canUndo, canRedo: steps.canRedo },
    part: body && nodeAt(body, selected),
    canvas: () => canvas.current,
    select(path) {
      setSelected(path)
      canvas.current?.select(path)
    },
    take(make) {
      const now = canvas.current?.body() ?? design.current?.body
      const step = now ? make(now) : null
      if (!step) return
      pass(step.body, step.selected, false)
      setSelected(step.selected)
      if (design.current) canvas.current?.load(design.current, step.selected)
    },
    setAttribute(name, given) {
      void canvas.current?.stopEditing().then(() => canvas.current?.setAttribute(selectedNow.current, name, given))
    },
    setContent(content) {
      const part = body && nodeAt(body, selected)
      if (!body || !part) return
      const changed = withPart(body, selected, { ...part, content })
      pass(changed, selected, true)
      if (design.current) canvas.current?.load(design.current, selected)
    },
    undo: () => go(steps.back()),
    redo: () => go(steps.forward()),
    setWidth: (width) => canvas.current?.setWidth(width),
  }
}

const emptyBody: DesignNode = { name: 'mj-body', attributes: {}, content: null, children: [] }

function readOrNull(text: string): Design | null {
  try {
    return readDesign(text)
  } catch (error) {
    if (error instanceof MarkupFault) return null
    throw error
  }
}
